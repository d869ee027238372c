import type { EachOf } from '../schema.ts';
import type { services } from './services.ts';

/** Each service in a paragraph, for the page of services. */
export const descriptions = {
  software:
    'We sit down with the people who’ll use the software, write down what it must do, and agree on that with you before we build it. The source code belongs to you.',
  branding:
    'We design your logo, choose colours and lettering, and put it all in a short guide for your printer, your sign-writer and your web developer. We check that the logo works on a business card and on the side of a bakkie.',
  mobile:
    'We build your app for Android and iPhone, and write it only once if that saves you money. We test it on the kinds of phone your customers use, with a weak signal, and keep the download small.',
  cloud:
    'We move a system to the cloud if it will run better there. If it won’t, we tell you. We document the whole set-up so that it can be rebuilt, and we check regularly that your backups can be restored.',
  devops:
    'For companies with their own programmers. We help your team track changes, test them automatically and release them in one step, and we set up alerts for when something breaks. We stay until they can do it all without us.',
  hosting:
    'You get hosting with daily backups, security certificates that renew themselves, and mailboxes set up so that your invoices get delivered. If something goes wrong, you deal with us, not a call centre.',
} satisfies EachOf<typeof services>;
