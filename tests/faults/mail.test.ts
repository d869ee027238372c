import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import getPort from 'get-port';
import { expect, type TestContext, test } from 'vitest';
import { root } from '../../scripts/environment.mjs';
import { type MailServer, startMailServer } from '../support/mailServer.ts';
import type { Options } from '../support/smtp-server.mjs';
import { createProduct, type Product } from './support/product.ts';
import { startRelay } from './support/relay.ts';

/** Longer than the mailer's first write, so that the server reads a part before the final dot. */
const LONG_MESSAGE = 'A long brief about an app. '.repeat(350);

async function productWith(
  { onTestFinished }: TestContext,
  options: Options,
): Promise<[MailServer, Product]> {
  const mailServer = await startMailServer(options);
  onTestFinished(mailServer.stop);
  const product = createProduct({ smtpPort: mailServer.port });
  onTestFinished(product.stop);
  await product.start();
  return [mailServer, product];
}

/** Each error happens once, and the retry after a minute succeeds. */
test.concurrent.for<[fault: string, options: Options]>([
  ['closes the connection at once', { dropAt: 'connect' }],
  ['does not greet', { stallAt: 'greeting' }],
  ['refuses for now', { refuseData: 'Try again later', refuseCode: 451 }],
  ['refuses for ever', { refuseData: 'Not wanted here', refuseCode: 554 }],
  ['closes down at one mail', { refuseData: 'Closing', refuseCode: 421 }],
])('if the mail server %s, the enquiry is kept and mailed later', async ([, options], context) => {
  const [mailServer, product] = await productWith(context, { ...options, faults: 1 });
  const reference = await product.accepted('A brief', LONG_MESSAGE);
  await product.untilPutOff();
  expect(mailServer.mails).toEqual([]);

  await product.untilDrained();
  expect(mailServer.mails.map((mail) => mail.reference)).toEqual([reference]);
  expect(mailServer.mails[0]?.text).toContain(LONG_MESSAGE.trim());
  expect(await product.health()).toMatchObject({ failed: 0 });
});

/** The mail may have arrived, so the retry comes after an hour. The test does not wait for it. */
test.concurrent.for<[fault: string, options: Options, copies: number]>([
  ['closes the connection before it has read all', { dropAt: 'body' }, 0],
  ['closes it after the final dot', { dropAt: 'verdict' }, 1],
])(
  'if the mail server %s, the enquiry waits and others are mailed',
  async ([, options, copies], context) => {
    const [mailServer, product] = await productWith(context, { ...options, faults: 1 });
    await product.accepted('A brief', LONG_MESSAGE);
    await product.untilPutOff();
    const references = [await product.accepted('Another'), await product.accepted('A third')];
    await mailServer.untilArrived(references);
    expect(mailServer.mails).toHaveLength(copies + references.length);
    expect(await product.health()).toMatchObject({ waiting: 1, failed: 0 });
  },
);

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

function makeCertificate({ onTestFinished }: TestContext): { cert: string; key: string } {
  const script =
    'require $argv[1]; $made = Enquiry\\Tests\\Support\\Certificate::for("IP:127.0.0.1");' +
    'echo json_encode(["cert" => $made->certFile, "key" => $made->keyFile]);';
  const { stdout } = spawnSync('php', ['-r', script, `${root}server/vendor/autoload.php`], {
    encoding: 'utf8',
  });
  const files = JSON.parse(stdout) as { cert: string; key: string };
  onTestFinished(() => {
    for (const name of ['', '.cnf', '.crt', '.key']) {
      rmSync(files.key.replace(/\.key$/, name), { force: true });
    }
  });
  return files;
}

test.concurrent('without STARTTLS no mail is sent, and the enquiry waits until it is offered', async (context) => {
  const { onTestFinished } = context;
  const { cert, key } = makeCertificate(context);
  const auth = { user: 'website', pass: 'a secret of ours' };
  const stripped = await startMailServer({ auth });
  onTestFinished(stripped.stop);
  const relay = await startRelay(stripped.port);
  onTestFinished(relay.stop);
  const product = createProduct({
    smtpPort: relay.port,
    env: {
      SMTP_ENCRYPTION: 'starttls',
      SSL_CERT_FILE: cert,
      SMTP_USERNAME: auth.user,
      SMTP_PASSWORD: auth.pass,
    },
  });
  onTestFinished(product.stop);
  await product.start();

  const reference = await product.accepted('In confidence');
  await product.untilPutOff();
  expect(relay.said()).toMatch(/^(?:EHLO firm\.example\r\n(?:STARTTLS\r\n)?(?:QUIT\r\n)?)+$/);
  expect(stripped.mails).toEqual([]);

  const whole = await startMailServer({ auth, starttls: true, cert, key });
  onTestFinished(whole.stop);
  relay.pointTo(whole.port);
  await product.untilDrained();
  expect(whole.mails).toMatchObject([{ reference, secure: true, user: auth.user }]);
  expect(relay.said()).not.toMatch(/MAIL FROM|AUTH|In confidence/);
});
