import { relative } from 'node:path/posix';
import { parseEnvironment, requireValid } from '../environment.mjs';

const PORTS = { sftp: 22, ftps: 21, ftp: 21 } as const;
/** Without a password, which programs show in lists and logs. */
const ADDRESS = /^(?:sftp|ftps?):\/\/(?:[^%:@/]|%[\da-f]{2})+@[^@/]+(?:\/(?:[^%]|%[\da-f]{2})*)?$/i;
/** --first copies them to the host. */
const NEEDED_ON_HOST = ['SMTP_HOST', 'MAIL_FROM', 'MAIL_TO'];

/** The account on the host and the site, from .env or the environment. */
export type Target = ReturnType<typeof readTarget>;

/** @throws {Error} that names every invalid setting */
export function readTarget(variables: Record<string, string | undefined>, isFirst = false) {
  const optional = (name: string) => variables[name] || undefined;
  const address = variables['DEPLOY_URL'] ?? '';
  const isAddress = ADDRESS.test(address) && URL.canParse(address);
  const needed = ['SITE_URL', ...(isFirst ? NEEDED_ON_HOST : [])];
  const faults = needed.filter((name) => !variables[name]).map((name) => `${name} is not set`);
  if (!isAddress) {
    faults.push(
      'DEPLOY_URL must be the address of the account, such as sftp://user@host.example:22/home/firm, or ftps:// for FTP with TLS. It must contain no password: set DEPLOY_PASSWORD instead.',
    );
  }
  requireValid(faults);
  const url = new URL(address);
  const protocol = url.protocol.slice(0, -1) as keyof typeof PORTS;
  const environment = parseEnvironment(variables);
  const { www, privateFolder, siteUrl } = environment;
  /** The folder that holds the document root and `private`, without a slash at its end. */
  const base = decodeURIComponent(url.pathname).replace(/\/+$/, '');
  const documentRoot = www === '.' ? base : `${base}/${www}`;
  const checkAddress = optional('DEPLOY_CHECK_ADDRESS');
  const asked = checkAddress ?? siteUrl;
  return {
    ...environment,
    protocol,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || PORTS[protocol],
    user: decodeURIComponent(url.username),
    base,
    documentRoot,
    private: `${base}/${privateFolder}`,
    /** The private folders that an earlier deployment with another DEPLOY_PRIVATE may have used. */
    otherPrivates: [`${base}/private`, `${documentRoot}/private`].filter((one) => one !== `${base}/${privateFolder}`),
    /** The path from private to the document root. */
    toDocumentRoot: relative(privateFolder, www),
    checkAddress,
    checkOrigin: /^https?:/.test(asked) ? asked : `${new URL(siteUrl).protocol}//${asked}`,
    checkLogin: optional('DEPLOY_CHECK_LOGIN'),
    password: optional('DEPLOY_PASSWORD'),
    agent: optional('SSH_AUTH_SOCK'),
    keyFile: optional('DEPLOY_KEY'),
    /** Of the host's keys or certificate. Gets the fingerprint that the operator accepts. */
    fingerprints: [...(optional('DEPLOY_FINGERPRINT') ?? '').matchAll(/[^\s,=]+/g)].map(([one]) => one),
  };
}
