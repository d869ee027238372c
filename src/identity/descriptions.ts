import type { EachOf } from '../schema.ts';
import type { services } from './services.ts';

/** Each service in a paragraph, for the page of services. */
export const descriptions = {
  software:
    'We sit down with the people who’ll use the software, write down what it must do, and agree on that with you before we build it. You see a working version every two weeks, and the source code belongs to you.',
  branding:
    'We design your logo, choose colours and lettering, and put it all in a short guide for your printer, your sign-writer and your web developer. We check that the logo works on a business card and on the side of a bakkie.',
  mobile:
    'We build apps for Android and iPhone. If it saves you money, we write one app that runs on both. We test them on the kinds of phone your customers use, with a weak signal, and keep the downloads small.',
  cloud:
    'We move systems to the cloud if they’ll run better there, and leave the rest where they are. We document the whole set-up so that it can be rebuilt, and we check regularly that your backups can be restored.',
  devops:
    'For companies with their own programmers. We help your team track changes, test them automatically and release them in one step, and we set up alerts for when something breaks. We stay until they can do it all without us.',
  hosting:
    'You get hosting with daily backups, security certificates that renew themselves, and mailboxes set up so that your invoices get delivered. If something goes wrong, you deal with us, not a call centre.',
} satisfies EachOf<typeof services>;
