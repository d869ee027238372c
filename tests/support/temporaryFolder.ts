import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { onTestFinished, type TestContext } from 'vitest';

/** A folder until the end of the test. @param context of a concurrent test */
export function temporaryFolder(context: Pick<TestContext, 'onTestFinished'> = { onTestFinished }): string {
  const folder = mkdtempSync(`${tmpdir()}/test-`);
  context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
