import type { Service } from '../../src/prerender/schema.ts';

export const services = [
  {
    slug: 'software',
    name: 'Software development and analysis',
    summary: 'We work out what you need, then build it and keep it running.',
    description:
      'We sit with the people who do the work, write down what the software must do, and agree on it before we build. You see a working version every two weeks, and the source code is yours.',
  },
  {
    slug: 'apps',
    name: 'Apps for phones & tablets',
    summary: 'Apps that are quick on a modest phone and kind to prepaid data.',
    description:
      'One code base for Android and iOS where that serves you, native where it does not. We test on the phones your customers carry, on a weak signal, and we count every megabyte.',
  },
  {
    slug: 'cloud',
    name: 'Cloud services',
    summary: 'Servers sized to your need, with a bill you can explain.',
    description:
      'We move what belongs in the cloud, leave what does not, and write the set-up down as code. Backups are restored on a schedule, because a backup that was never restored is a hope.',
  },
  {
    slug: 'devops',
    name: 'DevOps consulting',
    summary: 'From a change on a laptop to your customers, safely and often.',
    description:
      'Version control, automated tests, one-step deployments and alarms that mean something. We set it up with your team and stay until they run it without us.',
  },
  {
    slug: 'hosting',
    name: 'Web and email hosting',
    summary: 'Your site and your mail, looked after by people who answer.',
    description:
      'Hosting with daily backups and certificates that renew themselves, and mailboxes set up so that your invoices arrive. When something is wrong you phone us, not a queue.',
  },
] as const satisfies readonly Service[];
