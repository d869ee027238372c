import { expect, open, test } from '../fixtures.ts';

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

// Trusted Types do not apply to what a page brings along. tests/hosting expects this policy of every page.
test('a page blocks inline scripts and styles that were not built', async ({ page, expectedNoise }) => {
  expectedNoise.push(/^error: .*Content Security Policy/);
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => refused.push(effectiveDirective));
  });
  await page.route('/public/contact-us', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.replace('</body>', `${SMUGGLED}</body>`) });
  });
  await open(page, '/public/contact-us');
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { refused: string[] }).refused.sort()))
    .toEqual(['script-src-elem', 'style-src-elem']);
  expect(await page.title()).not.toBe('smuggled');
  await expect(page.locator('h1')).toBeVisible();
});
