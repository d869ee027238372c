import { statSync } from 'node:fs';
import { parseEnvironment, requireValid } from '../environment.mjs';

const PORTS = { sftp: 22, ftps: 21, ftp: 21 } as const;

/** The account on the host and the site, from .env or the environment. */
export type Target = ReturnType<typeof readTarget>;

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** What a setting that is not empty must be. The messages show no values, which may be passwords. */
const RULES: Readonly<Record<string, [isValid: (value: string) => boolean, hint: string]>> = {
  DEPLOY_URL: [
    (value) =>
      /^(?:sftp|ftps?):\/\/(?:[^%:@/]|%[\da-f]{2})+@[^@/]+(?:\/(?:[^%]|%[\da-f]{2})*)?$/i.test(
        value,
      ) && URL.canParse(value),
    'must be the address of the account, such as sftp://user@host.example:22/home/firm, or ftps:// for FTP with TLS. It must contain no password, which programs show in lists and logs: set DEPLOY_PASSWORD instead.',
  ],
  DEPLOY_FINGERPRINT: [
    (value) => value.split(/[\s,]+/).every((one) => /^(?:SHA256:[\w+/]{43}=?)?$/.test(one)),
    'must be SHA256: and 43 characters, as ssh-keygen -lf shows it.',
  ],
  DEPLOY_CHECK_ADDRESS: [
    (value) => /^(?:https?:\/\/)?(?:\[[\da-f:]+\]|[\w.-]+)(?::\d{1,5})?$/i.test(value),
    'must be a host or an IP address, such as 203.0.113.7, 203.0.113.7:8443 or http://10.0.0.1:8080.',
  ],
  DEPLOY_CHECK_LOGIN: [
    (value) => value.includes(':'),
    'must be a user and a password with a colon between them.',
  ],
  DEPLOY_KEY: [isFile, 'names no file. Give the full path of a private key, without ~.'],
};

/** @throws {Error} that names every invalid setting */
export function readTarget(variables: Record<string, string | undefined>) {
  const optional = (name: string) => variables[name] || undefined;
  const missing = ['SITE_URL', 'DEPLOY_URL'].filter((name) => !variables[name]);
  const invalid = Object.entries(RULES).filter(([name, [isValid]]) => {
    const value = optional(name);
    return value !== undefined && !isValid(value);
  });
  requireValid([
    ...missing.map((name) => `${name} is missing: docs/deploy.md shows an example`),
    ...invalid.map(([name, [, hint]]) => `${name} ${hint}`),
  ]);
  const url = new URL(optional('DEPLOY_URL') ?? '');
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
    fingerprints: (optional('DEPLOY_FINGERPRINT') ?? '').match(/SHA256:[\w+/]+/g) ?? [],
  };
}
