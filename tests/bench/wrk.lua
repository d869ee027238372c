-- Posts one enquiry after another, each from another person; prints one JSON line about the run.
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"

local before, after = os.getenv("BENCH_BODY"):match("^(.*)PERSON(.*)$")
local person = os.time() * 100000

request = function()
  person = person + 1
  return wrk.format(nil, nil, nil, before .. string.format("%d", person) .. after)
end

done = function(summary, latency)
  io.write(string.format(
    '\nRESULT {"requests":%d,"seconds":%.4f,"p50":%.4f,"p99":%.4f,"failed":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
