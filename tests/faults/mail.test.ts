import getPort from 'get-port';
import { expect, type TestContext, test } from 'vitest';
import { type MailServer, startMailServer } from '../support/mailServer.ts';
import type { Options } from '../support/smtp-server.mjs';
import { createProduct, type Product } from './support/product.ts';

/* tests/php/QueueTest.php and DeliveryTest.php have the other errors of mail servers. */

async function productWith({ onTestFinished }: TestContext, options: Options): Promise<[MailServer, Product]> {
  const mailServer = await startMailServer(options);
  onTestFinished(mailServer.stop);
  const product = createProduct({ smtpPort: mailServer.port });
  onTestFinished(product.stop);
  await product.start();
  return [mailServer, product];
}

test.concurrent('if the mail server closes the connection before it has read all, the enquiry waits and others are mailed', async (context) => {
  const [mailServer, product] = await productWith(context, { dropAt: 'body', faults: 1 });
  // longer than the mailer's first write, so that the server reads a part before the final dot
  await product.accepted('A brief', 'A long brief about an app. '.repeat(350));
  await product.untilPutOff();
  const references = [await product.accepted('Another'), await product.accepted('A third')];
  await mailServer.untilArrived(references);
  expect(mailServer.mails).toHaveLength(references.length);
  // the mail may have arrived, so the retry comes after an hour
  expect(await product.health()).toMatchObject({ waiting: 1, failed: 0 });
});

test.concurrent('a mail server that answers a minute after the final dot gets each mail once', async (context) => {
  const [mailServer, product] = await productWith(context, { slowVerdict: 60_000 });
  const reference = await product.accepted('A brief');
  await product.untilDrained();
  expect(mailServer.mails.map((mail) => mail.reference)).toEqual([reference]);
});

test.concurrent('enquiries are accepted while the mail server is down, and mailed when it is back', async ({
  onTestFinished,
}) => {
  const smtpPort = await getPort();
  const product = createProduct({ smtpPort });
  onTestFinished(product.stop);
  await product.start();
  const references: string[] = [];
  for (let i = 0; i < 50; i += 1) references.push(await product.accepted(`Enquiry ${i}`));
  await product.untilPutOff();
  expect(await product.health()).toMatchObject({ waiting: references.length });

  const mailServer = await startMailServer({ port: smtpPort });
  onTestFinished(mailServer.stop);
  await mailServer.untilArrived(references);
  await product.untilDrained();
  expect(mailServer.mails.map(({ reference }) => reference).sort()).toEqual(references.sort());
});
