import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startMailServer } from '../support/mailServer.ts';
import { SUCCESS } from './support/client.ts';
import { createProduct } from './support/product.ts';

const REQUESTS = 32;

test('32 simultaneous first requests are all accepted and mailed once each', async ({
  onTestFinished,
}) => {
  const mailServer = await startMailServer();
  onTestFinished(mailServer.stop);
  const product = createProduct({ smtpPort: mailServer.port, workers: REQUESTS });
  onTestFinished(product.stop);
  await product.startEndpoint();

  const answers = await Promise.all(
    Array.from({ length: REQUESTS }, (_, i) => product.post(`First request ${i}`)),
  );
  const references = answers.map(({ reference }) => reference ?? '');
  expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(answers.map(() => SUCCESS));
  expect(new Set(references).size).toBe(REQUESTS);

  await product.startWorker();
  await mailServer.untilArrived(references);
  await product.untilDrained();
  expect(mailServer.mails.map(({ reference }) => reference).sort()).toEqual(references.sort());
});

test('32 simultaneous requests with one key make one enquiry and one mail', async ({
  onTestFinished,
}) => {
  const mailServer = await startMailServer();
  onTestFinished(mailServer.stop);
  const product = createProduct({ smtpPort: mailServer.port, workers: REQUESTS });
  onTestFinished(product.stop);
  await product.startEndpoint();

  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: REQUESTS }, () => product.post('The same enquiry', key)),
  );
  const [first] = answers;
  expect(first).toMatchObject(SUCCESS);
  expect(answers).toEqual(answers.map(() => first));

  await product.startWorker();
  await product.untilDrained();
  expect(mailServer.mails.map(({ reference }) => reference)).toEqual([first?.reference]);
});
