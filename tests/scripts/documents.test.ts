import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OPTIONS } from '../../scripts/deploy/deploy.ts';
import { root } from '../../scripts/environment.mjs';
import { checkForms } from '../../scripts/formFiles.mjs';
import { FLOOR } from '../../src/prerender/loader.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** Every document, by its path in the repository. */
const documents = new Map(
  [
    ...['README.md', 'CHANGELOG.md', 'SECURITY.md'],
    ...readdirSync(`${root}docs`).flatMap((file) => (file.endsWith('.md') ? [`docs/${file}`] : [])),
  ].map((path) => [path, readFileSync(root + path, 'utf8')]),
);

/** Tell what was, and name what is gone. */
const HISTORY = ['CHANGELOG.md', 'docs/decisions.md'];

const FENCE = /^[ ]*```(?<language>[^\n]*)\n(?<lines>.*?)^[ ]*```$/gms;
const PROGRAMS = ['js', 'json', 'php', 'ts', 'tsx'];

/** The code in a document: each line of a block, and each piece within a sentence. */
function codeIn(text: string): string[] {
  const lines = [...text.matchAll(FENCE)].flatMap(({ groups: { language = '', lines = '' } = {} }) =>
    PROGRAMS.includes(language) ? [] : lines.split('\n'),
  );
  const pieces = text.replaceAll(FENCE, '').matchAll(/``(.+?)``|`([^`]+)`/gs);
  return [...lines, ...[...pieces].map(([, double, single]) => double ?? single ?? '')].map((code) =>
    code.replaceAll(/\s+/g, ' ').trim(),
  );
}

/** @param find what is wrong in one document */
function problems(find: (text: string, path: string) => readonly string[]): string[] {
  return [...documents]
    .filter(([path]) => !HISTORY.includes(path))
    .flatMap(([path, text]) => find(text, path).map((problem) => `${path}: ${problem}`));
}

const inCode = (find: (code: string) => readonly string[]) => problems((text) => codeIn(text).flatMap(find));

interface Command {
  readonly name: string;
  readonly definition: { readonly options: Record<string, unknown>; readonly arguments: Record<string, unknown> };
}
const listed = execFileSync('php', [`${root}server/console`, 'commands', '--format=json'], { encoding: 'utf8' });
const commands = new Map((JSON.parse(listed) as { commands: Command[] }).commands.map((one) => [one.name, one]));

/** The console's command in a line or a piece of code, if it has one: what stands before it, and its own words. */
function consoleIn(code: string): { before: string; words: string } | undefined {
  const [, before, named] =
    /^(?:\* \* \* \* \* |\S+ )*?((?:[A-Z_]+=\S* )?)(?:(?:sudo .*)?php \S*server\/console|npm run (?:-s )?console --) (.*)$/.exec(
      code,
    ) ?? [];
  const words = (named ?? code).replace(/ (?:>|&&|\||#).*$/, '');
  return named === undefined && !commands.has(words.split(' ')[0] ?? '') ? undefined : { before: before ?? '', words };
}

const optionsIn = (words: string) => [...words.matchAll(/(?<= )--([a-z-]+)/g)].map(([, name = '']) => name);

test('every command of the console that a document names exists with its options', () => {
  const wrong = inCode((code) => {
    const found = consoleIn(code);
    if (found === undefined) return [];
    const [name = ''] = found.words.split(' ');
    const known = commands.get(name)?.definition.options;
    return known !== undefined && optionsIn(found.words).every((option) => option in known) ? [] : [code];
  });
  expect(wrong).toEqual([]);
});

test('docs/operating.md has every command of the console', () => {
  const own = [...commands.keys()].filter((name) => !['_complete', 'completion', 'commands', 'help'].includes(name));
  expect(codeIn(documents.get('docs/operating.md') ?? '')).toEqual(expect.arrayContaining(own));
});

test('every command of the console that a document shows runs', () => {
  const folder = temporaryFolder();
  const env = {
    ...{ PATH: process.env['PATH'], ENV_FILE: '/dev/null', DATA_DIR: `${folder}/data` },
    ...{ SITE_URL: 'https://www.example.co.za', SMTP_HOST: '127.0.0.1', SMTP_ENCRYPTION: 'none' },
    ...{ MAIL_FROM: 'website@example.co.za', MAIL_TO: 'zoe@example.co.za,sales@example.co.za' },
  };
  const shown = new Set<string>();
  for (const code of [...documents.values()].flatMap(codeIn)) {
    const { before, words } = consoleIn(code) ?? { before: '', words: '' };
    // doctor asks the internet
    if (before === '' && words.includes(' ') && !/[…<]|^doctor/.test(words)) {
      shown.add(
        words
          .replaceAll('REFERENCE', '7K3QM-0XW4T')
          .replaceAll('COMMAND', 'list')
          .replaceAll(/(?:\/path\/to\/)?\b(?:FILE|\w+\.sqlite)\b/g, `${folder}/copy.sqlite`),
      );
    }
  }
  expect(shown.size).toBeGreaterThan(10);
  const lines = ['setup', ...shown];
  const printed = execFileSync('php', [`${root}tests/php/runCommands.php`, ...lines], {
    ...{ env, cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  });
  const results = JSON.parse(printed) as [code: number, output: string][];
  expect(results[0]?.[0]).toBe(0);
  expect(results).toHaveLength(lines.length);
  // 1: there is no such enquiry; 2: it was typed wrongly
  const wrong = results.flatMap(([code, output], at) => (code > 1 ? [`${lines[at]}: ${code} ${output}`] : []));
  expect(wrong).toEqual([]);
});

test('every command of npm that a document names exists', () => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> };
  const wrong = inCode((code) => {
    const named = [...code.matchAll(/\bnpm (?:run )?(?!run\b|ci\b|install\b)([\w:]*\w)/g)].map(([, name = '']) => name);
    const short = /^(?:test|bench|check):\w+$/.test(code) ? [code] : [];
    return [...named, ...short].filter((name) => !(name in scripts));
  });
  expect(wrong).toEqual([]);
});

test('docs/deploy.md explains every option of a deployment, and no document names another', () => {
  const explained = codeIn(documents.get('docs/deploy.md') ?? '');
  expect(explained).toEqual(expect.arrayContaining(Object.keys(OPTIONS).map((name) => `--${name}`)));
  const wrong = inCode((code) =>
    code.includes('npm run deploy') ? optionsIn(code).filter((name) => !(name in OPTIONS)) : [],
  );
  expect(wrong).toEqual([]);
});

test('docs/code.md names the oldest browsers that run the app', () => {
  const text = documents.get('docs/code.md')?.toLowerCase();
  for (const [browser, version] of Object.entries(FLOOR)) expect(text).toContain(`${browser} ${version}`);
});

/** Of other programs and of the examples. */
const FOREIGN = [
  'CHAT_URL',
  'FREEMAIL_FORGED_REPLYTO',
  'MAIL_TO_QUOTE',
  'WEBSITE_FORM',
  'SPOOF_REPLYTO',
  'SCRIPT_FILENAME',
  'PATH_INFO',
];

test('every setting that a document names exists, with the default that it says', () => {
  const example = readFileSync(`${root}.env.example`, 'utf8');
  const settings = new Map(
    [...example.matchAll(/^(?:# )?([A-Z_, 'SCRIPT_FILENAME', 'PATH_INFO']+)=(.*)$/gm)].map(([, name = '', value]) => [
      name,
      value,
    ]),
  );
  const wrong = problems((text) => [
    ...codeIn(text)
      .flatMap((code) => code.match(/(?<![\w$\\'-])[A-Z]+(?:_[A-Z]+)+(?![\w(-])/g) ?? [])
      .filter((name) => !settings.has(name) && !FOREIGN.includes(name)),
    ...[...text.matchAll(/`([A-Z_]+)` \((\d+)\b/g)]
      .filter(([, name = '', value]) => settings.get(name) !== value)
      .map(([found]) => found),
  ]);
  expect(wrong).toEqual([]);
});

/** GitHub's, for headings without markup. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (text: string) =>
  [...text.replaceAll(FENCE, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

test('every link in a document leads somewhere', () => {
  const wrong = [...documents].flatMap(([path, text]) =>
    [...text.replaceAll(FENCE, '').matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
      .filter(([, file = '', anchor]) => {
        const target = file === '' ? path : new URL(file, `file:///${path}`).pathname.slice(1);
        const isThere = existsSync(root + target);
        return !isThere || (anchor !== undefined && !anchorsOf(documents.get(target) ?? '').includes(anchor));
      })
      .map(([link]) => `${path}: ${link}`),
  );
  expect(wrong).toEqual([]);
});

/** Made by the build or on the host. */
const MADE = /^server\/(?:data|pages)\b/;
/** A firm of its own face has deleted these, as docs/editing.md says. */
const OF_SAMPLE = /^(?:src\/identity\/face|Hero\.tsx|drawings\.tsx|tests\/e2e\/tree\.spec\.ts)$/;
const hasDrawings = existsSync(`${root}src/identity/face/drawings.tsx`);
const FOLDERS = ['src', 'server', 'scripts', 'tests', 'docs'];

/** @param path may hold <page>, which stands for any name, and * */
function exists(path: string, folder = root): boolean {
  const [first = '', ...rest] = path.split('/');
  if (first === '') return true;
  if (!/[<*]/.test(first)) return existsSync(folder + first) && exists(rest.join('/'), `${folder}${first}/`);
  return (
    statSync(folder).isDirectory() && readdirSync(folder).some((name) => exists([name, ...rest].join('/'), folder))
  );
}

const filesBelow = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' });

test('every file that a document names exists', () => {
  // server/.cache has folders that the tests of PHP make and remove meanwhile
  const parts = FOLDERS.flatMap((folder) =>
    readdirSync(root + folder).flatMap((name) => (['vendor', '.cache'].includes(name) ? [] : [`${folder}/${name}`])),
  );
  const names = parts
    .flatMap((path) => [path, ...(statSync(root + path).isDirectory() ? filesBelow(root + path) : [])])
    .map((path) => path.replace(/.*\//, ''));
  const wrong = inCode((code) => {
    const path = code.replace(/^private\/(?=server\/)/, '');
    if (OF_SAMPLE.test(path) && !hasDrawings) return [];
    if (FOLDERS.some((folder) => path.startsWith(`${folder}/`)) && !path.includes(' ')) {
      return MADE.test(path) || exists(path) ? [] : [path];
    }
    return /^[A-Za-z]\w*\.(?:php|tsx?|mjs|css|conf)$/.test(path) && !/_\w+\.php$/.test(path) && !names.includes(path)
      ? [path]
      : [];
  });
  expect(wrong).toEqual([]);
});

test('docs/editing.md adds fields that the build accepts', async () => {
  const [fields, box] = [...(documents.get('docs/editing.md') ?? '').matchAll(FENCE)]
    .filter(({ groups }) => groups?.['language'] === 'json')
    .map(({ groups }) => JSON.parse(`{${groups?.['lines']?.trim().replace(/,$/, '')}}`));
  const contact = JSON.parse(readFileSync(`${root}server/forms/contact/form.json`, 'utf8'));
  const file = `${temporaryFolder()}/form.json`;
  writeFileSync(file, JSON.stringify({ ...contact, fields: { ...contact.fields, ...fields, ...box } }));
  await checkForms([file]);
});

test('docs/message.md lists the codes of the answers with their statuses', () => {
  const answers = readFileSync(`${root}tests/contract/answers.json`, 'utf8');
  const { codes } = JSON.parse(answers) as { codes: Record<string, number> };
  const rows = (documents.get('docs/message.md') ?? '').matchAll(/^[-|] `([a-z_]+)`\W+(\d{3})\b/gm);
  expect(Object.fromEntries([...rows].map(([, code, status]) => [code, Number(status)]))).toEqual(codes);
});
