import { parseEnvironment, requireValid } from '../environment.mjs';

const PORTS = { sftp: 22, ftps: 21, ftp: 21 } as const;
/** Without a password, which programs show in lists and logs. */
const ADDRESS = /^(?:sftp|ftps?):\/\/(?:[^%:@/]|%[\da-f]{2})+@[^@/]+(?:\/(?:[^%]|%[\da-f]{2})*)?$/i;

/** The account on the host and the site, from .env or the environment. */
export type Target = ReturnType<typeof readTarget>;

/** @throws {Error} that names every invalid setting */
export function readTarget(variables: Record<string, string | undefined>) {
  const optional = (name: string) => variables[name] || undefined;
  const address = variables['DEPLOY_URL'] ?? '';
  const isAddress = ADDRESS.test(address) && URL.canParse(address);
  requireValid([
    ...(variables['SITE_URL'] ? [] : ['SITE_URL must be the address of the site.']),
    ...(isAddress
      ? []
      : [
          'DEPLOY_URL must be the address of the account, such as sftp://user@host.example:22/home/firm, or ftps:// for FTP with TLS. It must contain no password: set DEPLOY_PASSWORD instead.',
        ]),
  ]);
  const url = new URL(address);
  const protocol = url.protocol.slice(0, -1) as keyof typeof PORTS;
  return {
    ...parseEnvironment(variables),
    protocol,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || PORTS[protocol],
    user: decodeURIComponent(url.username),
    /** The folder that holds the document root and `private`, without a slash at its end. */
    base: decodeURIComponent(url.pathname).replace(/\/+$/, ''),
    checkAddress: optional('DEPLOY_CHECK_ADDRESS'),
    checkLogin: optional('DEPLOY_CHECK_LOGIN'),
    password: optional('DEPLOY_PASSWORD'),
    passphrase: optional('DEPLOY_PASSPHRASE'),
    agent: optional('SSH_AUTH_SOCK'),
    keyFile: optional('DEPLOY_KEY'),
    fingerprints: (optional('DEPLOY_FINGERPRINT') ?? '').match(/[^\s,=]+/g) ?? [],
  };
}
