import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { root } from '../../scripts/environment.mjs';
import { site } from '../../src/content/site.ts';
import {
  CONFIRMATION,
  expect,
  fillForm,
  mailAbout,
  open,
  openUnready,
  reload,
  startFreshStack,
  test,
} from './fixtures.ts';

test('a visitor sends an enquiry, and sales can read and answer it', async ({ page, stack }) => {
  await open(page, '/');
  await expect(page).toHaveURL('/public/index');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Services', exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Services' })).toBeFocused();
  await page.getByRole('banner').getByRole('link', { name: 'Contact us', exact: true }).click();
  await fillForm(page, 'A journey to an app');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText(CONFIRMATION)).toBeVisible();
  const reference = await page.locator('.reference').textContent();
  expect(reference).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);

  const mail = await mailAbout(stack, 'A journey to an app');
  expect(mail.subject).toContain(reference);
  expect(mail.from).toMatchObject([{ address: stack.env.MAIL_FROM }]);
  expect(mail.to).toMatchObject([{ address: stack.env.MAIL_TO }]);
  expect(mail.replyTo).toMatchObject([{ address: 'zoe@example.co.za', name: 'Zoë O’Brien' }]);
  // the inbox keeps the space that format=flowed adds before another space (RFC 3676, section 4.4)
  expect(mail.text).toMatch(/Good day\n\n {2,3}We would like an app\.\n\nRegards\nZoë 🌱/);
  await openUnready(page, new URL(`email/${mail.id}/html`, stack.inboxUrl).href);
  await expect(page.locator('pre').getByText('We would like an app.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call' })).toBeVisible();
});

test('an invalid form sends nothing and focuses the first invalid field', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(/^info: The enquiry was not sent/);
  let requests = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') requests += 1;
  });
  await open(page, '/public/contact-us');
  await fillForm(page, 'Not to be sent');
  await page.getByLabel('Surname').fill('O-');
  await page.getByLabel('Contact number').fill('069 123 4567');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByLabel('Surname')).toBeFocused();
  await expect(page.getByText('Please provide your valid surname.')).toBeVisible();
  await expect(page.getByText('Please enter a valid contact number')).toBeVisible();
  expect(requests).toBe(0);
});

test('the keyboard alone can send an enquiry', async ({ page, stack }) => {
  await open(page, '/public/about-us');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const tabTo = async (target: Locator) => {
    for (let stops = 0; stops < 40; stops += 1) {
      await page.keyboard.press('Tab');
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`The keyboard does not reach ${target}.`);
  };
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await reload(page);
  await tabTo(page.getByRole('banner').getByRole('link', { name: 'Contact us', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeFocused();
  for (const [label, value] of [
    ['Name', 'Ngũgĩ'],
    ['Surname', 'wa Thiong’o'],
    ['Email address', 'ngugi@example.co.za'],
    ['Contact number', '0721234567'],
    ['Subject', 'By keyboard alone'],
    ['Message', 'First line'],
  ] as const) {
    await tabTo(page.getByLabel(label, { exact: true }));
    await page.keyboard.type(value);
  }
  await page.keyboard.press('Enter');
  await page.keyboard.type('Second line');
  await tabTo(page.getByRole('button', { name: 'Send message' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(CONFIRMATION)).toBeVisible();
  expect((await mailAbout(stack, 'By keyboard alone')).text).toContain('First line\nSecond line');
});

test('an enquiry is accepted and waits while the mail server is down', async ({ page }) => {
  const { stack, stop } = await startFreshStack();
  try {
    await stack.stopMailServer();
    await open(page, new URL('public/contact-us', stack.siteUrl).href);
    await fillForm(page, 'A dead mail server');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText(CONFIRMATION)).toBeVisible();
    const status = execFileSync('php', [`${root}server/console`, 'status', '--json'], {
      env: { ...process.env, ...stack.env },
    });
    expect(JSON.parse(status.toString())).toMatchObject({ waiting: 1, failed: 0 });
  } finally {
    await stop();
  }
});

test('an enquiry that cannot be stored is reported, and its text is kept', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(/^error: Failed to load resource: .* 503/);
  const { stack, stop } = await startFreshStack();
  try {
    rmSync(stack.env.DATA_DIR, { recursive: true });
    writeFileSync(stack.env.DATA_DIR, '');
    await open(page, new URL('public/contact-us', stack.siteUrl).href);
    await fillForm(page, 'A full disk');
    await page.getByRole('button', { name: 'Send message' }).click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('was not sent: there’s a problem with our server');
    const ways = page.locator('#contact-form');
    await expect(ways.getByRole('link', { name: `Call ${site.phone}` })).toBeVisible();
    await expect(page.getByLabel('Subject')).toHaveValue('A full disk');
    await expect(page.getByLabel('Contact number')).toHaveValue('0821234567');
  } finally {
    await stop();
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the error is scrolled into view', async ({ page, expectedNoise }) => {
    expectedNoise.push(/^error: Failed to load resource: .* 503/);
    await page.route('**/contact_process.php', (route) =>
      route.fulfill({ status: 503, json: { status: 'error', code: 'unavailable', message: '' } }),
    );
    await open(page, '/public/contact-us');
    await fillForm(page, 'Out of sight');
    const send = page.getByRole('button', { name: 'Send message' });
    await send.evaluate((button) => button.scrollIntoView({ block: 'end', behavior: 'instant' }));
    await send.click();
    const failure = page.locator('.contact-form-failure');
    await expect(failure).toContainText('was not sent: there’s a problem with our server');
    await expect(failure).toBeInViewport({ ratio: 1 });
  });
});

test('a plain HTTP client can send an enquiry', async ({ stack }) => {
  const answer = await fetch(stack.endpointUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name: 'Plain',
      surname: 'Client',
      email: 'plain@example.com',
      contactNumber: '0871234567',
      subject: 'From a plain client',
      message: 'Hello',
    }),
  });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ status: 'success' });
  expect((await mailAbout(stack, 'From a plain client')).text).toContain('Hello');
  const health = await fetch(new URL('contact_health.php', stack.endpointUrl));
  expect(await health.json()).toEqual({ status: 'ok' });
});
