import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import getPort from 'get-port';
import { startProcess } from '../../../scripts/processes.ts';

/** What a filter says about a mail: points by rule, without rules of no points. */
export type Points = Readonly<Record<string, number>>;

export interface SpamFilter {
  readonly pointsOf: (mail: string, from: string, recipient: string) => Promise<Points>;
  readonly stop: () => Promise<void>;
}

/** What a mail server in front of the filter adds. */
const received = (recipient: string) => `Received: from web.firm.example (web.firm.example [203.0.113.9])\r
 by mx.firm.example (Postfix) with ESMTPSA id 4XYZ for <${recipient}>;\r
 ${new Date().toUTCString().replace('GMT', '+0000')}\r
`;

function serverFolder(name: string) {
  const folder = mkdtempSync(`${tmpdir()}/${name}-`);
  // the server may run as another user
  chmodSync(folder, 0o755);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Modules that would ask the network. */
const NETWORK_MODULES = 'arc asn dkim dmarc fuzzy_check hfilter mx_check phishing rbl spf surbl url_redirector'.split(
  ' ',
);

/** Debian's rules and scores, without DNS. */
export async function startRspamd(local: Readonly<Record<string, string>> = {}): Promise<SpamFilter> {
  const { folder, remove } = serverFolder('rspamd');
  const port = await getPort();
  mkdirSync(`${folder}/local.d`);
  const files = {
    ...Object.fromEntries(NETWORK_MODULES.map((name) => [`local.d/${name}.conf`, 'enabled = false;'])),
    'local.d/options.inc': 'dns { nameserver = ["127.0.0.1:9"]; timeout = 0.05s; retransmits = 1; }',
    'rspamd.conf': `
      .include "$CONFDIR/common.conf"
      options {
        pidfile = "$DBDIR/pid";
        .include "$CONFDIR/options.inc"
        .include(priority=1,duplicate=merge) "$LOCAL_CONFDIR/local.d/options.inc"
      }
      logging { type = "console"; level = "info"; }
      worker "normal" { bind_socket = "127.0.0.1:${port}"; count = 1; }`,
    ...local,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(`${folder}/${name}`, content);
  const { stop } = await startProcess(
    '/usr/bin/rspamd',
    [
      ...['-f', '-i', '-c', `${folder}/rspamd.conf`, `--var=LOCAL_CONFDIR=${folder}`],
      ...['DBDIR', 'RUNDIR', 'LOGDIR'].map((name) => `--var=${name}=${folder}`),
    ],
    { ready: /starting normal process/ },
  );
  const ask = async (mail: string, from: string, recipient: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/checkv2`, {
      method: 'POST',
      headers: { From: from, Rcpt: recipient, IP: '203.0.113.9', Helo: 'web.firm.example' },
      body: received(recipient) + mail,
    });
    return (await answer.json()) as { readonly symbols: Readonly<Record<string, { readonly score: number }>> };
  };
  return {
    async pointsOf(mail, from, recipient) {
      const { symbols } = await ask(mail, from, recipient);
      const points = Object.entries(symbols).map(([name, { score }]) => [name, score] as const);
      return Object.fromEntries(points.filter(([, score]) => score !== 0));
    },
    async stop() {
      // otherwise it waits for its compiler of patterns
      await stop('SIGKILL');
      remove();
    },
  };
}

const AS_USER = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];

/** Debian's rules and scores, without DNS. */
export async function startSpamAssassin(): Promise<SpamFilter> {
  const { folder, remove } = serverFolder('spamassassin');
  const port = await getPort();
  const plugins = readdirSync('/etc/spamassassin').filter((name) => name.endsWith('.pre'));
  for (const name of plugins) copyFileSync(`/etc/spamassassin/${name}`, `${folder}/${name}`);
  const { stop } = await startProcess(
    '/usr/sbin/spamd',
    [
      ...['--local', '--nouser-config', ...AS_USER, '--syslog=stderr', '--max-children=2'],
      ...[`--listen=127.0.0.1:${port}`, `--siteconfigpath=${folder}`, '--configpath=/usr/share/spamassassin'],
    ],
    { ready: /server started on/ },
  );
  const report = async (mail: string) => {
    const socket = connect(port, '127.0.0.1');
    const body = Buffer.from(mail);
    socket.end(Buffer.concat([Buffer.from(`REPORT SPAMC/1.5\r\nContent-length: ${body.length}\r\n\r\n`), body]));
    return text(socket);
  };
  return {
    async pointsOf(mail, from, recipient) {
      const said = await report(`Return-Path: <${from}>\r\n${received(recipient)}${mail}`);
      if (!said.includes('Content analysis details')) throw new Error(`SpamAssassin said: ${said}`);
      const rules = [...said.matchAll(/^ *(-?\d+\.\d) ([A-Z][A-Z0-9_]+) /gm)];
      return Object.fromEntries(
        rules.map(([, points, name]) => [String(name), Number(points)] as const).filter(([, points]) => points !== 0),
      );
    },
    async stop() {
      await stop();
      remove();
    },
  };
}
