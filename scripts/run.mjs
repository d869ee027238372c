// @ts-check
import { readEnvironment } from './environment.mjs';
import { isPortFree } from './processes.mjs';
import { exitWith, setUp } from './setup.mjs';

/**
 * Sets the machine up, starts what the caller starts, and says where it is; Ctrl-C, the
 * end of the terminal and SIGTERM stop it all.
 * @param {(environment: ReturnType<typeof readEnvironment>) =>
 *   Promise<{ siteUrl: string, endpointUrl: string, inboxUrl: string }>} start
 */
export async function run(start) {
  // Whatever was started by then is stopped by its "exit" listener. A signal often comes twice, from
  // the terminal and from npm: the second must not end this process before the listeners ran.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(0));
  try {
    const environment = readEnvironment();
    setUp();
    const { port } = environment;
    if (port !== 0 && !(await isPortFree(port))) {
      const why = port < 1024 ? 'taken, or for root alone' : 'taken';
      exitWith(`Port ${port} is ${why}. Choose another one, as in: PORT=8080 npm start`);
    }
    const { siteUrl, endpointUrl, inboxUrl } = await start(environment);
    console.log(`Site      ${siteUrl}`);
    console.log(`Endpoint  ${endpointUrl}`);
    console.log(`Inbox     ${inboxUrl}`);
  } catch (error) {
    exitWith(error);
  }
}
