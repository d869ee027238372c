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
  details: {
    address: 'Visit',
    phone: 'Call',
    email: 'Write',
  },
} as const;
