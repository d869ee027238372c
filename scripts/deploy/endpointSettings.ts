import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readSettings, requireValid, root, settingLine } from '../environment.mjs';
import type { LiveSite } from './checks.ts';
import { DeployError } from './deployError.ts';
import type { Pool } from './pool.ts';
import type { Target } from './settings.ts';
import type { Operator, OwnSettings } from './surroundings.ts';

/** Settings of the build, of this computer, and of another data folder. */
const NOT_FOR_HOST = /^(?:DEPLOY_\w+|IDENTITY|REDIRECT_TO_HTTPS|DATA_ID)$/;

type Telling = OwnSettings & Pick<Operator, 'output'>;

interface Preparing extends Telling {
  readonly target: Target;
  readonly pool: Pool;
  readonly liveSite: LiveSite;
  readonly dist: string;
  readonly options: { readonly first: boolean };
}

/** Sets a setting in the repository's .env. */
export function keepSetting({ environmentFile: file, variables, output }: Telling, name: string, value: string): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  writeFileSync(file, withSetting(text, name, value), { mode: 0o600 });
  variables[name] = value;
  output.say(`${name} was written into ${file}.`);
}

/** The file of settings with this value: in the last line that sets it, because the last one counts, or at the end. */
export function withSetting(text: string, name: string, value: string): string {
  const line = settingLine(name, value);
  const there = [...text.matchAll(new RegExp(`^[ \\t]*${name}[ \\t]*=[^\\r\\n]*`, 'gm'))].at(-1);
  if (there === undefined) return `${text}${/[^\n]$/.test(text) ? '\n' : ''}${line}\n`;
  return text.slice(0, there.index) + line + text.slice(there.index + there[0].length);
}

/** Asks the endpoint itself. @throws {Error} that names every invalid setting that a first deployment would upload */
export function requireUploadable(variables: OwnSettings['variables']): void {
  const { values: known } = readSettings(readFileSync(`${root}.env.example`), '');
  const names = [...Object.keys(known), ...formRecipients(variables)].filter((name) => !NOT_FOR_HOST.test(name));
  const settings = names.flatMap((name) => (variables[name] ? [[name, variables[name]]] : []));
  const env = { PATH: process.env['PATH'], ...Object.fromEntries(settings) };
  requireValid(JSON.parse(execFileSync('php', [`${root}server/settingsErrors.php`], { env, encoding: 'utf8' })));
}

/** @returns private/.env; undefined if it is not there; null if only another user can read it */
async function kept({ target, pool }: Pick<Preparing, 'target' | 'pool'>): Promise<string | undefined | null> {
  try {
    return (await pool.main.read(`${target.private}/.env`))?.toString();
  } catch {
    return null;
  }
}

/** @throws {DeployError} if the host has no settings, and is to get none */
export async function requireEnvironment(run: Pick<Preparing, 'target' | 'pool' | 'options'>): Promise<void> {
  if (run.options.first || (await kept(run)) !== undefined) return;
  throw new DeployError(
    `The host has no ${run.target.private}/.env. For the first deployment, fill in the endpoint's settings in the repository's .env, then run: npm run deploy -- --first`,
  );
}

/**
 * Creates private/.env with --first. Adds DATA_ID to it, which `setup` adds otherwise. If PHP runs as another user,
 * only that user can read the file.
 */
export async function prepareEnvironment(run: Preparing): Promise<void> {
  const { target, pool, options, output } = run;
  const environment = `${target.private}/.env`;
  const there = await kept(run);
  if (there === null) return output.say(`${environment} belongs to another user and was kept.`);
  if (there !== undefined && options.first) output.say(`${environment} is there and was kept.`);
  let text = there ?? (await newEnvironment(run));
  const { DATA_ID, DATA_DIR, DATABASE_URL } = readSettings(Buffer.from(text), environment).values;
  if (!DATA_ID && !DATA_DIR && !DATABASE_URL) text = withSetting(text, 'DATA_ID', await dataId(run));
  if (there !== undefined) tellDifferences(run, there);
  if (text === there) return;
  await pool.replace(environment, text, 0o600);
  output.say(`${environment} was ${there === undefined ? 'created' : 'given DATA_ID'}.`);
}

/** An operator who corrects a password here expects that it counts. No value is shown. */
function tellDifferences({ target, dist, variables, output }: Preparing, kept: string): void {
  const environment = `${target.private}/.env`;
  const { values: known } = readSettings(readFileSync(`${dist}/private/.env.example`), '');
  const { values: there, faults } = readSettings(Buffer.from(kept), environment);
  for (const fault of faults) output.toDo(fault);
  const names = [...Object.keys(known), ...formRecipients(variables)].filter((name) => {
    const here = variables[name];
    return here && !NOT_FOR_HOST.test(name) && here !== (there[name] || known[name]);
  });
  if (names.length === 0) return;
  const differ = names.length === 1 ? 'here differs' : 'here differ';
  output.toDo(
    `${names.join(', ')} ${differ} from ${environment}; what is on the host counts, and no deployment changes it. To change it, edit that file: over SFTP, or in the file manager of the host’s panel.`,
  );
}

/** .env.example with the values of the repository's .env. */
async function newEnvironment(run: Preparing): Promise<string> {
  const { target, pool, dist, variables } = run;
  if (!variables['HEALTH_TOKEN']) keepSetting(run, 'HEALTH_TOKEN', randomBytes(32).toString('hex'));
  // the folder may be in the document root
  await pool.replace(`${target.private}/.htaccess`, readFileSync(`${dist}/private/.htaccess`, 'utf8'));
  await run.liveSite.requireHidden(pool.main);
  return readFileSync(`${dist}/private/.env.example`, 'utf8')
    .replace(/^# --- The host.*\n(?:(?!# --- ).*\n)*/m, '')
    .replaceAll(/^([A-Z][A-Z0-9_]*)=.*$/gm, (line, key: string) => {
      const value = variables[key];
      if (value === undefined || NOT_FOR_HOST.test(key)) return line;
      const ofForms = key === 'MAIL_TO' ? formRecipients(variables) : [];
      return [key, ...ofForms].map((name) => settingLine(name, variables[name] ?? '')).join('\n');
    });
}

/** The settings with the recipients of one form, which .env.example cannot name. */
const formRecipients = (variables: Preparing['variables']) =>
  Object.keys(variables).filter((name) => /^MAIL_TO_[A-Z]+$/.test(name) && variables[name]);

/** The id of the data folder. */
async function dataId({ target, pool }: Preparing): Promise<string> {
  const folder = `${target.private}/server/data`;
  const file = `${folder}/installation.id`;
  await pool.makeFolder(folder, 0o700);
  const known = (await pool.main.read(file))?.toString().trim();
  const id = known || randomBytes(8).toString('hex');
  if (!known) await pool.main.write(file, `${id}\n`, 0o600);
  return id;
}
