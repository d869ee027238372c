import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import getPort from 'get-port';
import { vi } from 'vitest';
import { fingerprintOf } from '../../../scripts/deploy/trust.ts';
import { startProcess } from '../../../scripts/processes.ts';

/* Debian's file servers on loopback. */

export interface FileServer {
  readonly scheme: 'sftp' | 'ftps';
  readonly port: number;
  /** Settings that let npm run deploy trust the server. */
  readonly trust: Record<string, string>;
  stop(): Promise<void>;
}

export interface Login {
  readonly user: string;
  readonly password: string;
}

/** @param folder for the server's own files */
export type StartFileServer = (folder: string, login: Login) => Promise<FileServer>;

/** Starts a server that does not say when it is ready. */
async function start(program: string, args: string[], port: number, env: NodeJS.ProcessEnv = {}) {
  const { stop } = await startProcess('sh', ['-c', 'echo started; exec "$0" "$@"', program, ...args], {
    ...{ ready: /started/, unheard: /./, env },
  });
  await vi.waitFor(() => once(connect(port, '127.0.0.1').end(), 'connect'), { timeout: 120_000 });
  return () => stop();
}

const keygen = (file: string, passphrase = '') =>
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-f', file]);

/** OpenSSH with internal-sftp and a umask that keeps others out. It accepts the password and the key <folder>/user_key. */
export const openssh: StartFileServer = async (folder, { user }) => {
  const port = await getPort();
  mkdirSync('/run/sshd', { recursive: true });
  for (const name of ['host_key', 'user_key']) keygen(`${folder}/${name}`);
  writeFileSync(
    `${folder}/sshd.conf`,
    `ListenAddress 127.0.0.1
Port ${port}
HostKey ${folder}/host_key
PidFile none
UsePAM no
StrictModes no
AuthorizedKeysFile ${folder}/user_key.pub
AllowUsers ${user}
MaxStartups 100
Subsystem sftp internal-sftp
ForceCommand internal-sftp -u 027
`,
  );
  const stop = await start('/usr/sbin/sshd', ['-D', '-e', '-f', `${folder}/sshd.conf`], port);
  const shown = execFileSync('ssh-keygen', ['-lf', `${folder}/host_key.pub`], { encoding: 'utf8' });
  const [, fingerprint = ''] = shown.split(' ');
  return { scheme: 'sftp', port, stop, trust: { DEPLOY_FINGERPRINT: fingerprint } };
};

/** Writes tls.key and tls.pem. @returns the settings that trust the certificate */
export function makeCertificate(folder: string): Record<string, string> {
  const args = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=loopback';
  const files = ['-keyout', `${folder}/tls.key`, '-out', `${folder}/tls.pem`];
  execFileSync('openssl', [...args.split(' '), ...files], { stdio: 'ignore' });
  const { raw } = new X509Certificate(readFileSync(`${folder}/tls.pem`));
  return { DEPLOY_FINGERPRINT: fingerprintOf(raw) };
}

/** vsftpd has no MLSD, and logs in with PAM. 077 is its default. */
export const vsftpd: StartFileServer = async (folder) => {
  const port = await getPort();
  const trust = makeCertificate(folder);
  writeFileSync(
    `${folder}/vsftpd.conf`,
    `listen=YES
listen_address=127.0.0.1
listen_port=${port}
background=NO
seccomp_sandbox=NO
secure_chroot_dir=${folder}
anonymous_enable=NO
local_enable=YES
write_enable=YES
local_umask=077
pam_service_name=vsftpd
ssl_enable=YES
rsa_cert_file=${folder}/tls.pem
rsa_private_key_file=${folder}/tls.key
`,
  );
  const stop = await start('/usr/sbin/vsftpd', [`${folder}/vsftpd.conf`], port);
  return { scheme: 'ftps', port, trust, stop };
};
