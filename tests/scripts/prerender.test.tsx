import { act, waitFor } from '@testing-library/react';
import '@testing-library/jest-dom/vitest';
import { hydrateRoot } from 'react-dom/client';
import { prerenderToNodeStream } from 'react-dom/static';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, describe, expect, test } from 'vitest';
import contact from '../../server/forms/contact/form.json';
import { App } from '../../src/app/App.tsx';
import contactForm from '../../src/pages/contact-us/form.ts';
import contactPlace from '../../src/pages/contact-us/place.ts';
import { pages, renderConfirmation, renderPage, renderRefusedForm } from '../../src/prerender.tsx';
import { takeConsole } from '../web/setup.ts';
import { message } from '../web/support/contract.ts';

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
    // the form's own effects run a moment later
    const react = await act(async () =>
      hydrateRoot(
        container,
        <BrowserRouter>
          <App />
        </BrowserRouter>,
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
    expect(document.querySelectorAll('meta[name=description]')).toHaveLength(1);
    await leave();
  });

  test('keeps text typed before React takes over, and ignores an older draft', async () => {
    const control = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`);
    const values = { ...message, name: 'Earlier' };
    const draft = { id: 'earlier', values, savedAt: Date.now(), attempts: [] };
    window.localStorage.setItem(contactForm.drafts.key, JSON.stringify(draft));
    const page = pages.find(({ path }) => path === contactPlace.path);
    if (page === undefined) throw new Error('There is no contact page.');
    const leave = await takeOver(page, () => {
      const field = control('name');
      if (field) field.value = 'Typed';
    });
    await waitFor(() => expect(control('surname')).toHaveValue(values.surname));
    expect(control('name')).toHaveValue('Typed');
    const kept = JSON.parse(window.localStorage.getItem(contactForm.drafts.key) ?? '');
    expect(kept).toMatchObject({ values: { ...values, name: 'Typed' } });
    await leave();
  });
});

test("the endpoint's pages have every placeholder", async () => {
  const refused = await renderRefusedForm(contactForm);
  expect(refused.head).toContain('<title>Not sent – Contact us – ');
  document.body.innerHTML = refused.root;
  for (const name of Object.keys(contact.fields)) {
    const control = document.querySelector<HTMLInputElement>(`[name=${name}]`);
    expect(control?.value).toBe(`{{field.${name}}}`);
    expect(control).toHaveAttribute('aria-invalid', `{{invalid.${name}}}`);
    expect(control).toHaveAccessibleDescription(
      expect.stringContaining(`{{error.${name}}}`) as string,
    );
  }
  expect(document.body).toHaveTextContent('{{failure}}');
  expect(document.querySelector('a[href^=mailto][href*=body]')).toHaveAttribute(
    'href',
    expect.stringContaining('%7B%7Bfield.message%7D%7D'),
  );
  expect(document.querySelector('form')).toHaveAttribute(
    'action',
    '/api/contact_process.php#contact-form',
  );
  expect((await renderConfirmation()).root).toContain('{{reference}}');
});
