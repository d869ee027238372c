import { statSync } from 'node:fs';
import { parseEnvironment } from '../environment.mjs';
import { DeployError } from './deployError.ts';

const PORTS = { sftp: 22, ftps: 21, ftp: 21 } as const;

/** The account on the host and the site, from .env or the environment. */
export type Target = ReturnType<typeof readTarget>;

/** @throws {DeployError} that names every invalid setting */
export function readTarget(variables: Record<string, string | undefined>) {
  const optional = (name: string) => variables[name] || undefined;
  const told = optional('DEPLOY_URL') ?? '';
  const url = URL.canParse(told) ? new URL(told) : undefined;
  const protocol = url?.protocol.slice(0, -1) ?? '';
  const fingerprints = (optional('DEPLOY_FINGERPRINT') ?? '')
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .map((one) => one.replace(/=$/, ''));
  const checkAddress = optional('DEPLOY_CHECK_ADDRESS');
  const checkLogin = optional('DEPLOY_CHECK_LOGIN');
  const keyFile = optional('DEPLOY_KEY');
  const checks: [isFault: boolean, hint: string][] = [
    [
      !isProtocol(protocol) ||
        !url?.username ||
        url.hostname === '' ||
        /%(?![\da-f]{2})/i.test(told),
      'DEPLOY_URL must be the address of the account, such as sftp://user@host.example:22/home/firm, or ftps:// for FTP with TLS.',
    ],
    [
      Boolean(url?.password),
      'DEPLOY_URL contains a password, which programs show in lists and logs: remove it, and set DEPLOY_PASSWORD instead.',
    ],
    [
      fingerprints.some((one) => !/^SHA256:[\w+/]{43}$/.test(one)),
      'DEPLOY_FINGERPRINT must be SHA256: and 43 characters, as ssh-keygen -lf shows it.',
    ],
    [
      !/^(?:https?:\/\/)?(?:\[[\da-f:]+\]|[\w.-]+)(?::\d{1,5})?$/i.test(checkAddress ?? 'none'),
      'DEPLOY_CHECK_ADDRESS must be a host or an IP address, such as 203.0.113.7, 203.0.113.7:8443 or http://10.0.0.1:8080.',
    ],
    [
      !(checkLogin ?? ':').includes(':'),
      'DEPLOY_CHECK_LOGIN must be a user and a password with a colon between them.',
    ],
    [
      keyFile !== undefined && !statSync(keyFile, { throwIfNoEntry: false })?.isFile(),
      `DEPLOY_KEY names ${keyFile}, which is no file. Give its full path, without ~.`,
    ],
    [!variables['SITE_URL'], 'SITE_URL must be the address of the site.'],
  ];
  const faults = checks.filter(([isFault]) => isFault).map(([, hint]) => `\n  - ${hint}`);
  if (faults.length > 0 || url === undefined || !isProtocol(protocol)) {
    throw new DeployError(
      `Some settings are invalid. Correct these in .env or the environment:${faults.join('')}`,
    );
  }
  return {
    ...parseEnvironment(variables),
    protocol,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || PORTS[protocol],
    user: decodeURIComponent(url.username),
    /** The folder that holds the document root and `private`, without a slash at its end. */
    base: decodeURIComponent(url.pathname).replace(/\/+$/, ''),
    ...{ checkAddress, checkLogin },
    password: optional('DEPLOY_PASSWORD'),
    passphrase: optional('DEPLOY_PASSPHRASE'),
    agent: optional('SSH_AUTH_SOCK'),
    ...{ keyFile, fingerprints },
  };
}

const isProtocol = (name: string): name is keyof typeof PORTS => Object.hasOwn(PORTS, name);
