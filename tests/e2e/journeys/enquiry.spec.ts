import type { Locator } from '@playwright/test';
import contact from '../../../server/forms/contact/form.json' with { type: 'json' };
import contactPlace from '../../../src/pages/contact-us/place.ts';
import { parts } from '../../support/parts.ts';
import { elsewhere } from '../../support/places.ts';
import { addedValues } from '../../support/samples.ts';
import { CONFIRMATION, expect, fillForm, mailAbout, open, openUnready, PROMISE, test } from '../fixtures.ts';

test('a visitor sends an enquiry, and sales can read and answer it', async ({ page, stack }) => {
  await open(page, '/');
  await expect(page).toHaveURL('/public/index');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Services' })).toBeFocused();
  await page.getByRole('banner').getByRole('link', { name: 'Contact us', exact: true }).click();
  await fillForm(page, 'A journey to an app');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText(CONFIRMATION)).toBeVisible();
  await expect(page.getByText(PROMISE)).toBeVisible();
  const reference = await page.locator(parts.reference).textContent();
  expect(reference).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);

  const mail = await mailAbout(stack, 'A journey to an app');
  expect(mail.subject).toContain(reference);
  expect(mail.from).toMatchObject([{ address: stack.env.MAIL_FROM }]);
  expect(mail.to).toMatchObject([{ address: stack.env.MAIL_FROM }, { address: stack.env.MAIL_TO }]);
  expect(mail.replyTo).toMatchObject([{ address: 'zoe@example.co.za', name: 'Zoë O’Brien' }]);
  // the inbox keeps the space that format=flowed adds before another space (RFC 3676, section 4.4)
  expect(mail.text).toMatch(/Good day\n\n {2,3}We would like an app\.\n\nRegards\nZoë 🌱/);
  await openUnready(page, new URL(`email/${mail.id}/html`, stack.inboxUrl).href);
  await expect(page.locator('pre').getByText('We would like an app.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('link', { name: 'Call' })).toBeHidden();
  await expect(page.getByRole('link', { name: '082 123 4567' })).toBeVisible();
});

test('the form, and not the browser, says what is wrong with an address', async ({ page, expectedNoise }) => {
  expectedNoise.push(/^info: The enquiry was not sent\. Fields to correct: email$/);
  const { label } = contact.fields.email;
  await open(page, contactPlace.path);
  await fillForm(page, 'An address without a domain');
  await page.getByLabel(label).fill('zoe@');
  await page.getByRole('button', { name: 'Send message' }).click();
  // the second one is for screen readers
  await expect(page.getByText(`Please fix this field: ${label}.`).first()).toBeVisible();
});

test('the keyboard alone can send an enquiry', async ({ page, stack }) => {
  await open(page, elsewhere.path);
  const tabTo = async (target: Locator) => {
    for (let stops = 0; stops < 40; stops += 1) {
      await page.keyboard.press('Tab');
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`The keyboard does not reach ${target}.`);
  };
  await tabTo(page.getByRole('banner').getByRole('link', { name: 'Contact us', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeFocused();
  const texts: Readonly<Record<string, string>> = {
    ...addedValues,
    name: 'Ngũgĩ',
    surname: 'wa Thiong’o',
    email: 'ngugi@example.co.za',
    contactNumber: '0721234567',
    subject: 'By keyboard alone',
    message: 'First line\nSecond line',
  };
  for (const [name, { label, control }] of Object.entries(contact.fields)) {
    const text = texts[name];
    if (text === undefined) continue;
    await tabTo(page.getByLabel(label, { exact: true }));
    await page.keyboard.type(control === 'checkbox' ? ' ' : text);
  }
  await tabTo(page.getByRole('button', { name: 'Send message' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(CONFIRMATION)).toBeVisible();
  expect((await mailAbout(stack, 'By keyboard alone')).text).toContain('First line\nSecond line');
});

test('the first key marks no field as wrong, not even for a moment', async ({ page }) => {
  await open(page, contactPlace.path);
  const field = page.getByLabel(contact.fields.name.label, { exact: true });
  await field.focus();
  const marks = await field.evaluateHandle((control) => {
    const seen: (string | null)[] = [];
    new MutationObserver(() => seen.push(control.getAttribute('aria-invalid'))).observe(control, { attributes: true });
    return seen;
  });
  await page.keyboard.press('Z');
  await expect(page.getByText(contact.fields.name.pattern.message)).toBeVisible();
  expect(await marks.jsonValue()).not.toContain('true');
});
