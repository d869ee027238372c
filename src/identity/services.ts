import type { Service } from '../prerender/schema.ts';

/**
 * In the order of the site. The summary is on the home page, and the description on the page of services. The slug is
 * the name of a drawing in face/services, if you have one.
 */
export const services = [
  {
    slug: 'software',
    name: 'Software development and analysis',
    summary: 'We build systems for deliveries, stock, invoices and the like, and keep them running.',
    description:
      'We ask the people who’ll use the software what it must do, write it down, and agree on it with you before we build it. The source code is yours.',
  },
  {
    slug: 'branding',
    name: 'Corporate identity and branding',
    summary: 'A logo, colours and lettering that suit your business.',
    description:
      'We design your logo, choose colours and lettering, and put it all in a short guide for printers, sign-writers and web developers. The logo must work on a business card and on the side of a bakkie.',
  },
  {
    slug: 'mobile',
    name: 'Mobile app development',
    summary: 'Apps that run well on entry-level phones and don’t use much data.',
    description:
      'We build your app for Android and iPhone. If one version can serve both, we build only one, which costs less. We test it on the kinds of phone your customers use, with a weak signal, and keep the download small.',
  },
  {
    slug: 'cloud',
    name: 'Cloud services',
    summary: 'Rented servers of the right size, and a bill you can understand.',
    description:
      '“The cloud” means rented servers. We move your system there if it will run better, and tell you if it won’t. We write down how everything is set up, and check that your backups can be restored.',
  },
  {
    slug: 'devops',
    name: 'DevOps consulting',
    summary: 'For firms with their own programmers: new versions more often, with fewer surprises.',
    description:
      'For firms with their own programmers. We help them test their changes automatically and release them in one step, and set up alerts. We stay until they can do it without us.',
  },
  {
    slug: 'hosting',
    name: 'Web and email hosting',
    summary: 'We look after your website and email, and answer your calls on working days.',
    description:
      'You get hosting with daily backups, certificates that renew themselves, and mailboxes set up so that your invoices arrive. If something goes wrong, you deal with us, not a call centre.',
  },
] as const satisfies readonly Service[];
