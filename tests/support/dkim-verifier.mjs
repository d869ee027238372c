// @ts-check
/**
 * Verifies DKIM signatures as the recipient of a mail would. Reads one line of JSON per mail from standard
 * input (see Question) and prints one line of JSON, the verdict; ends when its standard input closes.
 */
import { createInterface } from 'node:readline';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';

/**
 * @typedef {object} Question
 * @property {string} mail
 * @property {Record<string, string>} records the TXT records that DNS has
 */

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
