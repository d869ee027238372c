// @ts-check
/** Verifies DKIM signatures: reads one line of JSON per mail (see Question) and prints one verdict as JSON. */
import { createInterface } from 'node:readline';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';

/** @typedef {{ mail: string, records: Record<string, string> }} Question with the TXT records of DNS */

for await (const line of createInterface({ input: process.stdin })) {
  /** @type {Question} */
  const { mail, records } = JSON.parse(line);
  const { results } = await dkimVerify(Buffer.from(mail, 'latin1'), {
    resolver: async (name) => {
      const record = records[name];
      if (record === undefined) throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
      return [[record]];
    },
  });
  console.log(JSON.stringify(results.map(({ status }) => status.result).join()));
}
