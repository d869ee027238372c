import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startMailServer } from '../support/mailServer.ts';
import { SUCCESS } from './support/client.ts';
import { createProduct } from './support/product.ts';

const REQUESTS = 32;
const ONE = randomUUID();

test.for([
  { what: 'first requests make 32 enquiries and mails', key: () => randomUUID(), made: REQUESTS },
  { what: 'requests with one key make one enquiry and mail', key: () => ONE, made: 1 },
])('32 simultaneous $what', async ({ key, made }, { onTestFinished }) => {
  const mailServer = await startMailServer();
  onTestFinished(mailServer.stop);
  const product = createProduct({ smtpPort: mailServer.port, workers: REQUESTS });
  onTestFinished(product.stop);
  await product.startEndpoint();

  const answers = await Promise.all(Array.from({ length: REQUESTS }, () => product.post('At once', key())));
  expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(answers.map(() => SUCCESS));
  const references = new Set(answers.map(({ reference }) => reference ?? ''));
  expect(references.size).toBe(made);

  await product.startWorker();
  await mailServer.untilArrived(references);
  await product.untilDrained();
  expect(mailServer.mails.map(({ reference }) => reference).sort()).toEqual([...references].sort());
});
