// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import '@testing-library/jest-dom/vitest';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { prerenderToNodeStream } from 'react-dom/static';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, describe, expect, test } from 'vitest';
import { App } from '../../src/app/App.tsx';
import { formWords } from '../../src/content/words/form.ts';
import { rememberNodes } from '../../src/lib/lastingNodes.ts';
import { head } from '../../src/prerender/head.ts';
import * as prerender from '../../src/prerender/prerender.tsx';
import { takeConsole } from '../web/setup.ts';

const { forms, pages, places, renderConfirmation, renderPage, renderRefusedForm } = prerender;
const control = (name: string) => document.querySelector<HTMLInputElement>(`form [name=${name}]`);

describe('a prerendered page', () => {
  afterEach(() => {
    document.head.replaceChildren();
    document.body.replaceChildren();
  });

  /** @param meanwhile what the visitor does before the script runs */
  async function takeOver({ id, path }: (typeof pages)[number], meanwhile = () => {}) {
    window.history.replaceState(null, '', path);
    const { head, root } = await renderPage(id);
    // rendering leaves React's server contexts set in this process
    await prerenderToNodeStream(<p />);
    document.head.innerHTML = head;
    document.body.innerHTML = `<div id="root">${root}</div>`;
    meanwhile();
    const container = document.getElementById('root');
    if (container === null) throw new Error('The page has no root.');
    const heading = container.querySelector('h1');
    rememberNodes(container);
    // the form's own effects run a moment later
    const react = await act(async () =>
      hydrateRoot(
        container,
        <StrictMode>
          <BrowserRouter>
            <App />
          </BrowserRouter>
        </StrictMode>,
      ),
    );
    expect(container.querySelector('h1')).toBe(heading);
    takeConsole(/multiple renderers/);
    return () => act(() => react.unmount());
  }

  // a difference is logged to the console, which fails the test
  test.each(pages)('$file matches what React renders in the browser', async (page) => {
    const leave = await takeOver(page);
    expect(document.querySelectorAll('title')).toHaveLength(1);
    const addresses = document.querySelectorAll('link[rel=canonical]').length;
    expect(addresses).toBeLessThan(2);
    expect(document.querySelectorAll('meta[name=description]')).toHaveLength(addresses);
    // drawings stay small without style
    for (const { attributes } of document.querySelectorAll('svg')) {
      expect(Number(attributes.getNamedItem('width')?.value)).toBeLessThanOrEqual(200);
      expect(Number(attributes.getNamedItem('height')?.value)).toBeLessThanOrEqual(200);
    }
    await leave();
  });

  const textIn = (name: string) =>
    control(name)?.type === 'checkbox' && !control(name)?.checked ? '' : control(name)?.value;

  /** Chooses the last option, or ticks the box. */
  function chooseIn(name: string, options: readonly string[] = []) {
    const chosen = control(name);
    if (chosen instanceof HTMLSelectElement) chosen.value = options.at(-1) ?? '';
    else if (chosen?.type === 'checkbox') chosen.checked = true;
    else return {};
    return { [name]: chosen.value };
  }

  // tests/e2e/journeys/prerender.spec.ts has a page that another program changed
  test.each(forms)('of the form $name keeps what was typed early, even once sent', async (form) => {
    const { rules, drafts, submission } = form;
    const { fieldNames } = rules;
    // a form may begin with a list
    const first = fieldNames.find((name) => !['select', 'checkbox'].includes(rules.entryOf(name).control)) ?? '';
    const others = fieldNames.filter((name) => name !== first);
    const choose = (name: string, draft: string) => {
      const { control, options } = rules.entryOf(name);
      return { select: options?.values[0], checkbox: '' }[control as string] ?? draft;
    };
    const values = Object.fromEntries(fieldNames.map((name) => [name, choose(name, 'Earlier')]));
    const draft = { id: 'earlier', values, savedAt: Date.now() };
    // of the case before
    drafts.clear();
    window.localStorage.setItem(drafts.key, JSON.stringify(draft));
    const page = pages.find(({ path }) => path === submission.place.path);
    if (page === undefined) throw new Error('The form has no page.');
    const typed: Record<string, string> = { [first]: 'Typed' };
    const receipt = { reference: 'of the earlier message', promisedBy: '' };
    await submission.follow(Promise.resolve({ kind: 'sent', receipt }));
    const early: unknown[] = [];
    const focused = fieldNames.at(-1) ?? '';
    const leave = await takeOver(page, () => {
      const field = control(first);
      if (field) Object.assign(field, { value: 'Typed' }).dataset['typed'] = '';
      for (const name of others) Object.assign(typed, chooseIn(name, rules.entryOf(name).options?.values));
      control(focused)?.focus();
      early.push(...fieldNames.map(control));
    });
    expect(fieldNames.map(control)).toEqual(early);
    expect(control(focused)).toHaveFocus();
    await waitFor(() =>
      expect(Object.fromEntries(fieldNames.map((name) => [name, textIn(name)]))).toEqual({
        ...values,
        ...typed,
      }),
    );
    const kept = JSON.parse(window.localStorage.getItem(drafts.key) ?? '');
    expect(kept).toMatchObject({ values: { ...values, ...typed } });
    await leave();
  });
});

test('each page fits a phone, has the icon, and is no source of links that iPhones make of numbers and dates', async () => {
  const rendered = await Promise.all([
    ...pages.map(({ id }) => renderPage(id)),
    ...forms.flatMap((form) => [renderRefusedForm(form), renderConfirmation(form, false)]),
  ]);
  const content = 'telephone=no, date=no, address=no, email=no';
  for (const { head } of rendered) {
    expect(head).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
    // white until the style sheet is read
    expect(head).toContain('<meta name="color-scheme" content="light dark">');
    expect(head).toMatch(/<link rel="icon" href="(?:data:image|\/favicon)/);
    expect(head).toContain(`<meta name="format-detection" content="${content}">`);
  }
});

/** Controls that have no text: the endpoint chooses an option or ticks the box. */
const chosenIn = (root: ParentNode) =>
  [...root.querySelectorAll('[data-chosen]')].map((element) => element.getAttribute('data-chosen'));

test.each(forms)("the endpoint's page for the form $name has every placeholder", async (form) => {
  const { fieldNames, entryOf } = form.rules;
  const refused = await renderRefusedForm(form);
  expect(refused.head).toContain(`<title>Not sent – ${form.submission.place.title} – `);
  document.body.innerHTML = refused.root;
  const chosen = fieldNames.flatMap((name) => {
    const { control, options } = entryOf(name);
    if (control === 'checkbox') return [`{{chosen.${name}}}`];
    return (options?.values ?? []).map((_, index) => `{{chosen.${name}.${index}}}`);
  });
  expect(chosenIn(document)).toEqual(chosen);
  // the endpoint's choice must be the only one
  expect(document.querySelector('option[selected], [checked]')).toBeNull();
  const typed = fieldNames.filter((name) => !['select', 'checkbox'].includes(entryOf(name).control));
  for (const name of fieldNames) {
    const control = document.querySelector<HTMLInputElement>(`[name=${name}]`);
    if (typed.includes(name)) expect(control?.value).toBe(`{{field.${name}}}`);
    expect(control).toHaveAttribute('aria-invalid', `{{invalid.${name}}}`);
    expect(control).toHaveAccessibleDescription(expect.stringContaining(`{{error.${name}}}`) as string);
  }
  expect(document.body).toHaveTextContent('{{failure}}');
  const shown = document.querySelector('form');
  expect(shown).toHaveAttribute('action', `${form.address}#${shown?.id}`);
});

// biome-ignore lint/security/noGlobalEval: the page runs it as an inline script
// biome-ignore lint/complexity/noCommaOperator: an indirect call runs in the global scope
const run = (script = '') => (0, eval)(script);

test.each(forms)(
  "the endpoint's confirmation of the form $name leads back to it, and removes its draft if that was sent",
  async (form) => {
    const { root } = await renderConfirmation(form, false);
    expect(root).toContain('{{reference}}');
    expect(root).not.toContain('{{promised}}');
    const promised = (await renderConfirmation(form, true)).root;
    expect(promised).toContain(formWords.success.promise('{{promised}}'));
    expect(promised).toContain(formWords.success.next.promised[0]);
    document.body.innerHTML = root;
    expect(screen.getByRole('link', { name: formWords.success.another })).toHaveAttribute(
      'href',
      form.submission.place.path,
    );
    const { id = '' } = pages.find(({ path }) => path === form.submission.place.path) ?? {};
    document.body.innerHTML = (await renderPage(id)).root;
    control(form.rules.fieldNames[0] ?? '')?.setAttribute('value', '+27 (0)82-123 4567');
    run(prerender.draftScript(id)[0]?.[2]);
    const removed = (draft: string, savedAt: number, isSent = true) => {
      const stored = JSON.stringify({ values: { [form.rules.fieldNames[0] ?? '']: draft }, savedAt });
      for (const { drafts } of forms) {
        window.localStorage.setItem(drafts.key, stored);
        window.sessionStorage.setItem(drafts.key, stored);
      }
      if (isSent) document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true }));
      run(prerender.draftRemoval(form));
      return forms.filter(({ drafts: { key } }) => !(key in window.localStorage || key in window.sessionStorage));
    };
    expect(removed('of another tab', 1)).toEqual([]);
    expect(removed('0821234567', 2)).toEqual([form]);
    expect(removed('typed after going back', 3, false)).toEqual([]);
  },
);

test('a page allows only its own scripts and styles', () => {
  const tags = prerender.withPolicy([
    ['style', {}, 'a'],
    ['meta', { name: 'description', content: '"Us" & <you>' }],
    ['script', { type: 'application/ld+json' }, '{}'],
    ['script', {}, 'b'],
    ['script', { src: '/c.js' }],
  ]);
  expect(tags).toContain('content="&quot;Us&quot; &amp; &lt;you>">');
  // printf a | openssl sha256 -binary | base64
  expect(tags).toContain(
    `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'self' data:; script-src 'self' 'sha256-PiPoFgA5WUoziU9lZOGxNIu9egCI1CxKy3PurtWcAJ0='; style-src 'sha256-ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs='"><style>`,
  );
});

test('a text cannot end the structured data', () => {
  const [place] = places;
  if (place === undefined) throw new Error('The site has no page.');
  const description = '</script><b>We</b>';
  const ofPage = { ofScreen: '', scripts: [], style: '', sheets: [], hasApp: true };
  document.head.innerHTML = head({ ...ofPage, place: { ...place, description } });
  const data = document.querySelector('script[type="application/ld+json"]')?.textContent ?? '';
  expect(JSON.parse(data)['@graph']).toContainEqual(expect.objectContaining({ '@type': 'WebPage', description }));
});

test('the words of a link preview stay beside the drawing and below the name, however long a title is', async () => {
  const { share } = await import('../../src/prerender/images.ts');
  const widthOf = (line: string) => 0.55 * line.length;
  const title = 'Conveyancing, and the administration of deceased estates and trusts';
  const description = 'What we do for you, your family and your firm when somebody has died';
  const svg = share({ id: 'long', module: 'long', path: '/public/long', label: title, title, description }, widthOf);
  const lines = [...svg.matchAll(/<text x="(\d+)" y="(\d+)" font-size="(\d+)"[^>]*>([^<]*)</g)].map(
    ([, x, y, size, text = '']) => ({
      right: Number(x) + Number(size) * widthOf(text),
      top: Number(y) - Number(size),
      text,
    }),
  );
  expect(lines.map(({ text }) => text).join(' ')).toContain(`${title} ${description}`);
  const [name, ...rest] = lines;
  for (const { right, top } of rest) {
    expect(right).toBeLessThanOrEqual(700);
    expect(top).toBeGreaterThan(name?.top ?? 0);
  }
});
