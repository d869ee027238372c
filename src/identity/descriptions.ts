import type { EachOf } from '../prerender/schema.ts';
import type { services } from './services.ts';

/** Each service in a paragraph, for the page of services. */
export const descriptions = {
  software:
    'We ask the people who’ll use the software what it must do, write it down, and agree on it with you before we build it. The source code is yours.',
  branding:
    'We design your logo, choose colours and lettering, and put it all in a short guide for printers, sign-writers and web developers. The logo must work on a business card and on the side of a bakkie.',
  mobile:
    'We build your app for Android and iPhone. If one version can serve both, we build only one, which costs less. We test it on the kinds of phone your customers use, with a weak signal, and keep the download small.',
  cloud:
    '“The cloud” means rented servers. We move your system there if it will run better, and tell you if it won’t. We write down how everything is set up, and check that your backups can be restored.',
  devops:
    'For firms with their own programmers. We help them test their changes automatically and release them in one step, and set up alerts. We stay until they can do it without us.',
  hosting:
    'You get hosting with daily backups, certificates that renew themselves, and mailboxes set up so that your invoices arrive. If something goes wrong, you deal with us, not a call centre.',
} satisfies EachOf<typeof services>;
