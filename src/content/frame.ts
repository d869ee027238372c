import { emailHref, phoneHref, site } from './site.ts';

/** The words around every page. */
export const frame = {
  skip: 'Skip to content',
  menu: 'Menu',
  menuLabel: 'Main',
  loading: 'Loading …',
  footer: {
    links: 'Quick links',
    services: 'Services',
    contact: 'Contact',
  },
} as const;

/** What a browser without JavaScript shows, as HTML. */
export const withoutScript = `<h1>${site.name}</h1><p>${site.summary}</p><p>This site needs JavaScript. You can also reach us on <a href="${phoneHref}">${site.phone}</a> or at <a href="${emailHref}">${site.email}</a>.</p>`;
