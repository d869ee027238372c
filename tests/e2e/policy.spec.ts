import { expect, open, test } from './fixtures.ts';

/*
 * Every other test runs under the same headers, and fails where the browser says in its console that
 * something was refused. This one shows that the browser does refuse.
 */

test('what somebody smuggles into a page neither runs, nor styles, nor is sent elsewhere', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(/^error: .*(?:Content Security Policy|TrustedHTML)/);
  await open(page, '/public/contact-us');
  const refused = await page.evaluate(async () => {
    const directives: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      directives.push(effectiveDirective),
    );
    const script = document.createElement('script');
    const style = document.createElement('style');
    try {
      style.innerHTML = '<b>markup</b>';
    } catch {}
    style.append('h1 { display: none }');
    const image = document.createElement('img');
    image.src = 'https://elsewhere.example/pixel';
    const base = document.createElement('base');
    base.href = 'https://elsewhere.example/';
    document.body.setAttribute('style', 'display: none');
    document.head.append(script, style, image, base);
    await fetch('https://elsewhere.example/').catch(() => {});
    const form = document.createElement('form');
    form.action = 'https://elsewhere.example/';
    document.body.append(form);
    form.submit();
    try {
      script.text = 'document.title = "smuggled"';
    } catch {}
    await new Promise((resolve) => setTimeout(resolve));
    return directives;
  });
  expect(new Set(refused)).toEqual(
    new Set([
      'base-uri',
      'connect-src',
      'form-action',
      'img-src',
      'require-trusted-types-for',
      'style-src-attr',
      'style-src-elem',
    ]),
  );
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/^Contact us/);
});
