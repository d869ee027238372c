import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { root } from '../../scripts/environment.mjs';
import { startMailServer } from '../support/mailServer.ts';
import { startDatabaseServer } from './support/databaseServer.ts';
import { createProduct } from './support/product.ts';

const KILLS = 30;

const EARLIEST = 20;
const LATEST = 250;

const DROP = `
  require $argv[1] . 'server/vendor/autoload.php';
  $url = Enquiry\\Database\\DatabaseUrl::parse($argv[2]);
  (new PDO($url->dataSource(), $url->user, $url->password()))
    ->exec('DROP TABLE IF EXISTS enquiry, enquiry_rate, enquiry_meta');`;

test('whenever the first setup with MariaDB is killed, enquiries are accepted and setup can run again', async ({
  onTestFinished,
}) => {
  const database = await startDatabaseServer();
  onTestFinished(database.stop);
  const mailServer = await startMailServer();
  onTestFinished(mailServer.stop);
  const product = createProduct({
    smtpPort: mailServer.port,
    // this server does not wait for its disk
    env: { DATABASE_URL: database.url },
  });
  onTestFinished(product.stop);
  await product.start();
  const env = { ...process.env, ...product.env };
  const setup = [`${root}server/console`, 'setup'];

  for (let i = 0; i < KILLS; i += 1) {
    expect(spawnSync('php', ['-r', DROP, root, database.url]).status).toBe(0);
    const child = spawn('php', setup, { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    await delay(EARLIEST + ((LATEST - EARLIEST) * i) / KILLS);
    child.kill('SIGKILL');
    await ended;
    await product.accepted(`After kill ${i}`);
    const again = spawnSync('php', setup, { env, encoding: 'utf8' });
    expect(again.status, again.stdout).toBe(0);
  }
});
