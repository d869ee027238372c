-- Posts enquiries, each from another person, and prints the result as one line of JSON.
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"

local before, after = os.getenv("BENCH_BODY"):match("^(.*)PERSON(.*)$")
local person = os.time() * 100000

request = function()
  person = person + 1
  return wrk.format(nil, nil, nil, before .. string.format("%d", person) .. after)
end

done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nRESULT {"rate":%.4f,"p99":%.4f,"failed":%d}\n',
    summary.requests / summary.duration * 1e6, latency:percentile(99) / 1e3,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
