import type { EachOf } from '../../src/prerender/schema.ts';
import type { services } from './services.ts';

export const descriptions = {
  software:
    'We sit with the people who do the work, write down what the software must do, and agree on it before we build. You see a working version every two weeks, and the source code is yours.',
  apps: 'One code base for Android and iOS where that serves you, native where it does not. We test on the phones your customers carry, on a weak signal, and we count every megabyte.',
  cloud:
    'We move what belongs in the cloud, leave what does not, and write the set-up down as code. Backups are restored on a schedule, because a backup that was never restored is a hope.',
  devops:
    'Version control, automated tests, one-step deployments and alarms that mean something. We set it up with your team and stay until they run it without us.',
  hosting:
    'Hosting with daily backups and certificates that renew themselves, and mailboxes set up so that your invoices arrive. When something is wrong you phone us, not a queue.',
} satisfies EachOf<typeof services>;
