import type { Form } from '../features/form/createForm.ts';

/* For the build and the page of states. In the browser, each page loads its own form. */

const found = import.meta.glob<Form>(['../pages/*/form.ts', '#identity/pages/*/form.ts'], {
  eager: true,
  import: 'default',
});

export const forms: readonly Form[] = Object.values(found);
