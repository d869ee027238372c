import { execFileSync } from 'node:child_process';

const REFERENCES = `
  echo json_encode((new PDO("sqlite:$argv[1]"))
    ->query('SELECT reference FROM enquiry')->fetchAll(PDO::FETCH_COLUMN));`;

/** @param file a SQLite database */
export const referencesIn = (file: string): string[] =>
  JSON.parse(execFileSync('php', ['-r', REFERENCES, file], { encoding: 'utf8' }));
