import type { Page } from '@playwright/test';
import { expect, open, openUnready, test } from './fixtures.ts';

test('injected content does not run, style the page, or send data elsewhere', async ({ page, expectedNoise }) => {
  expectedNoise.push(/^error: .*(?:Content Security Policy|Trusted(?:HTML|Script))/);
  const refused = new Set<string>();
  await page.exposeFunction('noteRefusal', (directive: string) => refused.add(directive));
  await open(page, '/public/contact-us');
  await page.evaluate(() => {
    const { noteRefusal } = window as unknown as { noteRefusal: (directive: string) => void };
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => noteRefusal(effectiveDirective));
    const [script, style, image, link, base, form] = (['script', 'style', 'img', 'link', 'base', 'form'] as const).map(
      (name) => document.createElement(name),
    ) as [HTMLScriptElement, HTMLStyleElement, HTMLImageElement, HTMLLinkElement, HTMLBaseElement, HTMLFormElement];
    const attempts = [
      () => document.body.insertAdjacentHTML('beforeend', '<b>markup</b>'),
      () => {
        script.append('document.title = "smuggled"');
        document.head.append(script);
      },
      () => {
        style.append('h1 { display: none }');
        document.head.append(style);
      },
      () => document.body.setAttribute('style', 'display: none'),
      () => {
        image.src = 'https://elsewhere.example/pixel';
      },
      () => fetch('https://elsewhere.example/').catch(() => {}),
      () => {
        link.rel = 'prefetch';
        link.href = 'https://elsewhere.example/';
        document.head.append(link);
      },
      () => {
        base.href = 'https://elsewhere.example/';
        document.head.append(base);
      },
      () => {
        form.action = 'https://elsewhere.example/';
        document.body.append(form);
        form.submit();
      },
    ];
    for (const attempt of attempts) {
      try {
        attempt();
      } catch {}
    }
  });
  await expect
    .poll(() => [...refused].sort())
    .toEqual([
      'base-uri',
      'connect-src',
      'default-src',
      'form-action',
      'img-src',
      'require-trusted-types-for',
      'style-src-attr',
      'style-src-elem',
    ]);
  // checks the page itself: Playwright would wait for the form's target
  expect(await page.evaluate(() => [document.title, document.querySelector('h1')?.checkVisibility()])).toEqual([
    expect.stringMatching(/^Contact us/),
    true,
  ]);
});

const SMUGGLED = '<script>document.title = "smuggled"</script><style>h1 { display: none }</style>';

async function refusedForm(page: Page): Promise<void> {
  await open(page, '/public/contact-us');
  await page.evaluate(() => document.querySelector('form')?.submit());
  await page.waitForURL(/contact_process/);
}

// Trusted Types do not apply to what a page brings along
for (const [name, visit] of [
  ['a page', (page: Page) => open(page, '/public/contact-us')],
  ['the 404 page', (page: Page) => open(page, '/nowhere')],
  ['the form that the endpoint returns', refusedForm],
  [
    'the confirmation',
    async (page: Page, url: string) => {
      const cookie = { name: 'enquiry-reference', value: '7K3QM-2XF9D', url };
      await page.context().addCookies([cookie]);
      await openUnready(page, '/api/contact_sent.php');
    },
  ],
] as const) {
  test(`${name} blocks inline scripts and styles that were not built`, async ({ page, stack, expectedNoise }) => {
    expectedNoise.push(/^error: .*(?:Content Security Policy|status of 4\d\d)/);
    await page.addInitScript(() => {
      const refused: string[] = [];
      Object.assign(window, { refused });
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        refused.push(effectiveDirective),
      );
    });
    await page.route(/\/(?:contact-us|nowhere|contact_\w+\.php.*)$/, async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      expect(html).toContain('</body>');
      await route.fulfill({ response, body: html.replace('</body>', `${SMUGGLED}</body>`) });
    });
    await visit(page, stack.siteUrl);
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { refused: string[] }).refused.sort()))
      .toEqual(['script-src-elem', 'style-src-elem']);
    expect(await page.title()).not.toBe('smuggled');
    await expect(page.locator('h1')).toBeVisible();
  });
}

test('a picture that is opened as a page runs no script', async ({ page, expectedNoise }) => {
  expectedNoise.push(/^error: .*Content Security Policy/);
  await page.route('/favicon.svg', async (route) => {
    const response = await route.fetch();
    const svg = await response.text();
    const script = '<script>document.documentElement.id = "smuggled"</script>';
    await route.fulfill({ response, body: svg.replace('</svg>', `${script}</svg>`) });
  });
  await openUnready(page, '/favicon.svg');
  await expect(page.locator('script')).toBeAttached();
  await expect(page.locator('#smuggled')).toHaveCount(0);
});
