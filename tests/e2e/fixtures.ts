import { type BrowserContext, test as base, expect, type Page, type Response } from '@playwright/test';
import { fillIn, SUBMIT } from '../support/press.ts';
import { addedValues } from '../support/samples.ts';
import { type Mail, mailsAbout, type Stack, startStack } from '../support/stack.ts';

export async function mailAbout(stack: Stack, text: string): Promise<Mail> {
  await expect.poll(async () => (await mailsAbout(stack, text)).length).toBe(1);
  const [mail] = await mailsAbout(stack, text);
  if (mail === undefined) throw new Error(`The mail about "${text}" is gone.`);
  return mail;
}

interface Fixtures {
  readonly expectedNoise: RegExp[];
}

export const test = base.extend<Fixtures, { readonly stack: Stack }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs of a fixture from it
    async ({}, use) => {
      const stack = await startStack();
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ stack }, use) => use(stack.siteUrl),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  expectedNoise: async ({}, use) => use([]),
  context: async ({ context }, use) => {
    await liftTimeLimit(context);
    await use(context);
  },
  page: async ({ page, expectedNoise }, use) => {
    const noise: string[] = [];
    page.on('console', (line) => noise.push(`${line.type()}: ${line.text()}`));
    page.on('pageerror', (error) => noise.push(`uncaught: ${error}`));
    await use(page);
    expect(noise.filter((line) => !expectedNoise.some((pattern) => pattern.test(line)))).toEqual([]);
  },
});

export { expect };

/** Of the sample firm. */
export const PROMISE = /^ ?You’ll hear from us by \w+day \d{1,2} \w+, \d\d:\d\d\.$/;
export const CONFIRMATION = 'Thank you for your message. Our sales representative will contact you shortly.';

const FIELDS = {
  name: 'Zoë',
  surname: 'O’Brien',
  email: 'zoe@example.co.za',
  contactNumber: '+27 82 123 4567',
  message: 'Good day\n\n  We would like an app.\n\nRegards\nZoë 🌱',
  ...addedValues,
} as const;

/** On a busy machine, the form's time limit would end before a test gives the answer that it holds back. */
export const liftTimeLimit = (visitor: BrowserContext) =>
  visitor.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });

/** Every movement stays at its first moment. */
export const stopTime = (page: Page) =>
  page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { animation-play-state: paused !important }');
    document.adoptedStyleSheets.push(sheet);
    document.addEventListener('transitionrun', () => {
      for (const animation of document.getAnimations()) {
        animation.pause();
        animation.currentTime = 0;
      }
    });
  });

export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => 'ready' in document.documentElement.dataset);
}

/** Waits until React has taken over: before, only the browser itself reacts. */
export async function open(page: Page, address: string): Promise<Response | null> {
  const answer = await openUnready(page, address);
  await takenOver(page);
  return answer;
}

/** For tests of what the browser does before React takes over, or without it. */
export const openUnready = (page: Page, address: string): Promise<Response | null> => page.goto(address);

export async function reload(page: Page): Promise<void> {
  await page.reload();
  await takenOver(page);
}

/** Makes the browser forget the visitor. A new browser context would cost three times as much. */
export async function startAfresh(page: Page): Promise<void> {
  await page.unrouteAll();
  await page.context().setOffline(false);
  // leaving the form saves its draft
  await openUnready(page, '/robots.txt');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.context().clearCookies();
  const chromium = await page.context().newCDPSession(page);
  await chromium.send('Network.clearBrowserCache');
  await chromium.detach();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ colorScheme: 'light', contrast: null, forcedColors: null, media: null });
}

export async function dressed(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.fonts].some(({ family, status }) => family.includes('Site Display') && status === 'loaded'),
  );
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      }),
  );
}

export async function fillForm(page: Page, subject: string): Promise<void> {
  await page.locator(SUBMIT).waitFor();
  await page.evaluate(fillIn, JSON.stringify({ ...FIELDS, subject }));
}
