import { existsSync } from 'node:fs';
import getPort from 'get-port';
import { expect, type TestContext, test } from 'vitest';
import { startMailServer } from '../support/mailServer.ts';
import { startDatabaseServer } from './support/databaseServer.ts';
import { createProduct } from './support/product.ts';
import { expectEachMailed, sendAll } from './support/stream.ts';

const ENQUIRIES = Number(process.env['FAULTS_ENQUIRIES'] ?? 300);

/** In Debian's package galera-4. */
const PROVIDER = '/usr/lib/galera/libgalera_smm.so';
const isInstalled = existsSync(PROVIDER) && existsSync('/usr/bin/rsync');

/**
 * Two MariaDB servers that replicate each other. The first has the weight of two, as if an arbitrator stood beside it:
 * of two equal servers, the one that is left when the other dies refuses everything.
 */
async function startCluster({ onTestFinished }: TestContext) {
  const addresses: string[] = [];
  const start = async (weight: number) => {
    const [group, transfer, catchUp] = [await getPort(), await getPort(), await getPort()];
    const known = addresses.join(',');
    addresses.push(`127.0.0.1:${group}`);
    const options = {
      'gmcast.listen_addr': `tcp://127.0.0.1:${group}`,
      'ist.recv_addr': `127.0.0.1:${catchUp}`,
      'pc.weight': weight,
      // gives a dead server up after three seconds, not five
      'evs.suspect_timeout': 'PT3S',
    };
    const server = await startDatabaseServer([
      ...['--wsrep-on=ON', `--wsrep-provider=${PROVIDER}`, '--wsrep-sst-method=rsync'],
      ...[`--wsrep-cluster-address=gcomm://${known}`, `--wsrep-node-address=127.0.0.1:${group}`],
      `--wsrep-sst-receive-address=127.0.0.1:${transfer}`,
      `--wsrep-provider-options=${Object.entries(options)
        .map((option) => option.join('='))
        .join(';')}`,
      ...['--binlog-format=ROW', '--innodb-autoinc-lock-mode=2', '--innodb-log-file-size=16M'],
    ]);
    onTestFinished(server.stop);
    return server;
  };
  return [await start(2), await start(1)] as const;
}

test('with one of two Galera servers killed under load, nothing that was accepted is lost', async (context) => {
  context.skip(!isInstalled, 'Galera is not installed: apt-get install galera-4 rsync');
  const servers = await startCluster(context);
  const mailServer = await startMailServer();
  context.onTestFinished(mailServer.stop);
  const products = servers.map(({ url }) => {
    const product = createProduct({
      smtpPort: mailServer.port,
      workers: 8,
      env: { DATABASE_URL: url },
    });
    context.onTestFinished(product.stop);
    return product;
  });
  const [first, second] = products;
  if (first === undefined || second === undefined) throw new Error('There are two products.');
  await first.start();
  await second.start();

  let killed: Promise<void> | undefined;
  let posts = 0;
  const { accepted, failures } = await sendAll({
    enquiries: ENQUIRIES,
    post: (about, key) => {
      posts += 1;
      return (posts % 2 === 0 ? first : second).post(about, key);
    },
    onAccepted: (count) => {
      if (count === Math.round(ENQUIRIES / 3)) killed = servers[1].kill();
    },
  });
  await killed;
  // what its workers had in hand would otherwise wait for its lease to run out
  await servers[1].startAgain();

  await mailServer.untilArrived(accepted.keys());
  await second.untilDrained();
  const duplicates = expectEachMailed(mailServer.mails, accepted);
  console.log(
    `Galera, one of two servers killed: ${accepted.size} accepted and delivered; ` +
      `${failures} requests failed and were sent again; ${duplicates} duplicates.`,
  );
  // no worker was killed
  expect(duplicates).toBe(0);
});
