import { DeployError } from './deployError.ts';

const PORTS = { sftp: 22, ftps: 21, ftp: 21 } as const;
export type Protocol = keyof typeof PORTS;

/** The account on the host, from .env or the environment. */
export interface Target {
  readonly protocol: Protocol;
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** The folder that holds the document root and `private`, without a slash at its end. */
  readonly base: string;
  /** The document root below `base`. Empty if it is `base` itself. */
  readonly www: string;
  readonly password: string | undefined;
  readonly keyFile: string | undefined;
  readonly passphrase: string | undefined;
  readonly agent: string | undefined;
  readonly fingerprint: string | undefined;
  readonly caFile: string | undefined;
}

const EXAMPLE = 'such as sftp://user@host.example:22/home/firm, or ftps:// for FTP with TLS';

/** @throws {DeployError} that names every invalid setting */
export function readTarget(variables: Record<string, string | undefined>): Target {
  const told = variables['DEPLOY_URL'] ?? '';
  const url = URL.canParse(told) ? new URL(told) : undefined;
  const protocol = url?.protocol.slice(0, -1) ?? '';
  const www = (variables['DEPLOY_WWW'] || 'www').replace(/\/$/, '');
  const fingerprint = variables['DEPLOY_FINGERPRINT'] || 'none';
  const checks: [isFault: boolean, hint: string][] = [
    [
      !isProtocol(protocol) || !url?.username || url.hostname === '',
      `DEPLOY_URL must be the address of the account, ${EXAMPLE}.`,
    ],
    [
      Boolean(url?.password),
      'DEPLOY_URL contains a password, which programs show in lists and logs: remove it, and set DEPLOY_PASSWORD instead.',
    ],
    [
      !/^[\w.-]+(?:\/[\w.-]+)*$/.test(www) || www.split('/').includes('..'),
      `DEPLOY_WWW is "${www}": give the document root below DEPLOY_URL, such as public_html, or a dot.`,
    ],
    [
      !/^(?:SHA256:[\w+/]{43}=?|none)$/.test(fingerprint),
      'DEPLOY_FINGERPRINT must be SHA256: and 43 characters, as ssh-keygen -lf shows it.',
    ],
  ];
  const faults = checks.filter(([isFault]) => isFault).map(([, hint]) => `\n  - ${hint}`);
  if (faults.length > 0 || url === undefined || !isProtocol(protocol)) {
    throw new DeployError(
      `Some settings are invalid. Correct these in .env or the environment:${faults.join('')}`,
    );
  }
  const optional = (name: string) => variables[name] || undefined;
  return {
    protocol,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || PORTS[protocol],
    user: decodeURIComponent(url.username),
    base: decodeURIComponent(url.pathname).replace(/\/+$/, ''),
    www: www === '.' ? '' : www,
    password: optional('DEPLOY_PASSWORD'),
    keyFile: optional('DEPLOY_KEY'),
    passphrase: optional('DEPLOY_PASSPHRASE'),
    agent: optional('SSH_AUTH_SOCK'),
    fingerprint: optional('DEPLOY_FINGERPRINT')?.replace(/=$/, ''),
    caFile: optional('DEPLOY_CA_FILE'),
  };
}

const isProtocol = (name: string): name is Protocol => Object.hasOwn(PORTS, name);
