import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../scripts/environment.mjs';
import { endpointEnvironment, startEndpoint } from '../../scripts/mailSide.ts';
import enquiries from '../php/enquiries.json' with { type: 'json' };
import { message as sample } from '../support/answers.ts';
import { type Mail, type MailServer, startMailServer } from '../support/mailServer.ts';
import { type Points, type SpamFilter, startRspamd, startSpamAssassin } from './support/spamFilters.ts';

const FROM = 'website@firm.example';
const SALES = 'sales@firm.example';
const BOTH = `${SALES},owner@firm.example`;

/** The most points that the form of the mail may cost. Junk begins at 5 (SpamAssassin) and 6 (rspamd). */
const MOST = 1;

/** No sender can avoid it: most visitors have a free address, and a reply must go there. */
const UNAVOIDABLE = 'FREEMAIL_FORGED_REPLYTO';

interface Text {
  readonly subject: string;
  readonly message: string;
}

const SUBJECTS = ['2026', 'عرض سعر لموقع إلكتروني', '网站报价', 'QUOTE PLEASE'];
const texts: readonly Text[] = [
  ...Object.entries(enquiries.ordinary).map(([from, message]) => ({ subject: from.replace(/.*?: /, ''), message })),
  ...SUBJECTS.map((subject) => ({ subject, message: sample.message })),
];
const visitor = { ...sample, email: 'thandi.mokoena@gmail.com' };

let folder: string;
let mailServer: MailServer;
let filters: Readonly<Record<string, SpamFilter>>;

const settings = (to: string, data: string) => ({
  ...endpointEnvironment(mailServer.port, `${folder}/${data}`),
  MAIL_FROM: FROM,
  MAIL_TO: to,
  RATE_LIMIT: '1000',
  TEST_PAGES_DIR: folder,
});

/** Posts each as the page does, and waits for the mail to each recipient. */
async function mailsOf(posted: readonly Readonly<Record<string, string>>[], to: string): Promise<readonly Mail[]> {
  const endpoint = await startEndpoint(settings(to, `data-${to}`));
  const references: string[] = [];
  try {
    for (const fields of posted) {
      const answer = await fetch(`http://127.0.0.1:${endpoint.port}/contact_process.php`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Form-Elapsed': '60000' },
        body: JSON.stringify(fields),
      });
      expect(answer.status, JSON.stringify(fields)).toBe(200);
      references.push(answer.headers.get('enquiry-reference') ?? '');
    }
    await mailServer.untilArrived(references);
    await expect
      .poll(() => mailServer.mails.filter(({ reference }) => references.includes(reference)))
      .toHaveLength(references.length * to.split(',').length);
  } finally {
    await endpoint.stop();
  }
  return mailServer.mails.filter(({ reference }) => references.includes(reference));
}

const encoded = (value: string) =>
  /^[ -~]*$/.test(value) ? value : `=?utf-8?B?${Buffer.from(value).toString('base64')}?=`;

/** What the visitor would write in a mail program. */
const plainMail = (
  { subject, message }: Text,
  recipient: string,
) => `Date: ${new Date().toUTCString().replace('GMT', '+0000')}\r
From: ${encoded('Thandi Mokoena')} <thandi@visitor.example>\r
To: ${recipient}\r
Subject: ${encoded(subject)}\r
Message-ID: <0123456789abcdef@visitor.example>\r
MIME-Version: 1.0\r
Content-Type: text/plain; charset=utf-8\r
Content-Transfer-Encoding: 8bit\r
\r
${message.replaceAll('\n', '\r\n')}\r
`;

const sum = (points: Points) =>
  Object.entries(points).reduce((total, [rule, number]) => total + (rule === UNAVOIDABLE ? 0 : number), 0);

/** Each mail whose form costs too much, with the rules. */
async function tooExpensive(filter: SpamFilter, mails: readonly Mail[], textOf: (mail: Mail) => Text) {
  const found = [];
  for (const mail of mails) {
    const ours = await filter.pointsOf(mail.raw, FROM, mail.to);
    const plain = await filter.pointsOf(plainMail(textOf(mail), mail.to), 'thandi@visitor.example', mail.to);
    const cost = Math.round((sum(ours) - sum(plain)) * 100) / 100;
    if (cost > MOST) found.push({ subject: mail.subject, to: mail.to, cost, ours, plain });
  }
  return found;
}

beforeAll(async () => {
  folder = mkdtempSync(`${tmpdir()}/filters-`);
  // with a mark, which comes with the mail as a picture
  const picture = sharp(`${root}src/identity/face/mark.svg`, { density: 30 }).resize(96, 96, { fit: 'contain' });
  const mark = (await picture.png({ palette: true }).toBuffer()).toString('base64');
  writeFileSync(`${folder}/firm.json`, JSON.stringify({ name: 'Kokerboom Software', mark }));
  mailServer = await startMailServer();
  filters = { rspamd: await startRspamd(), SpamAssassin: await startSpamAssassin() };
});

afterAll(async () => {
  for (const filter of Object.values(filters)) await filter.stop();
  await mailServer.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(['rspamd', 'SpamAssassin'])('%s', (name) => {
  const filter = () => filters[name] as SpamFilter;

  test('punishes what it is known to punish', async () => {
    const plain = plainMail({ subject: 'BUY VIAGRA NOW OR NEVER', message: 'Good day' }, SALES);
    const from = plain.replace('thandi@visitor.example', FROM);
    const spoofed = from.replace('Message-ID', 'Reply-To: thandi@gmail.com\r\nMessage-ID');
    const points = await filter().pointsOf(spoofed, FROM, SALES);
    expect(points).toHaveProperty(name === 'rspamd' ? 'SPOOF_REPLYTO' : UNAVOIDABLE);
    expect(points).toHaveProperty('SUBJ_ALL_CAPS');
  });

  test('takes the form of the mail for what a person writes, whatever the text', async () => {
    const posted = texts.map(({ subject, message }) => ({ ...visitor, subject, message }));
    const mails = await mailsOf(posted, SALES);
    const textOf = ({ subject }: Mail) =>
      texts.find((text) => subject.startsWith(`${text.subject} [`)) ?? expect.fail(subject);
    expect(await tooExpensive(filter(), mails, textOf)).toEqual([]);
  });

  test('takes it for that with two recipients', async () => {
    const mails = await mailsOf([visitor], BOTH);
    expect(mails.map((mail) => mail.to).sort()).toEqual(BOTH.split(',').sort());
    expect(await tooExpensive(filter(), mails, () => visitor)).toEqual([]);
  });

  test('judges the test mail of doctor like an enquiry', async () => {
    const seen = mailServer.mails.length;
    const env = { ...process.env, ...settings(SALES, 'data-doctor') };
    const options = { env, encoding: 'utf8' as const, stdio: 'pipe' as const };
    const script = `php ${root}server/console doctor --send || true`;
    expect(execFileSync('sh', ['-c', script], options)).toContain(`went to ${SALES}`);
    await expect.poll(() => mailServer.mails.slice(seen)).toHaveLength(1);
    const [mail] = mailServer.mails.slice(seen);
    const [enquiry] = await mailsOf([visitor], SALES);
    const [tested, real] = await Promise.all(
      [mail, enquiry].map((one) => filter().pointsOf(one?.raw ?? '', FROM, SALES)),
    );
    // words may have points of their own
    const rules = (points: Points | undefined) => Object.keys(points ?? {}).filter((rule) => !rule.startsWith('BODY_'));
    expect(rules(tested)).toEqual(expect.arrayContaining(rules(real)));
  });
});

test('rspamd takes off points as docs/email.md says', async () => {
  const document = readFileSync(`${root}docs/email.md`, 'utf8');
  const [, block = ''] = document.match(/^ {2}(WEBSITE_FORM \{.*?^ {2}\})$/ms) ?? [];
  const filter = await startRspamd({
    'local.d/multimap.conf': block.replace('local.d/maps.d/', ''),
    'website.map': FROM,
  });
  try {
    expect(await filter.pointsOf(plainMail(visitor, SALES), FROM, SALES)).toMatchObject({ WEBSITE_FORM: -5 });
  } finally {
    await filter.stop();
  }
});
