import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser';

/**
 * Changes a VS Code's user settings, and keeps the person's comments. `change` gets the settings that are there, and returns those to
 * write.
 */
export async function changeSettings(
  file: string,
  change: (kept: Readonly<Record<string, unknown>>) => Record<string, unknown>,
): Promise<void> {
  let text = await readFile(file, 'utf8').catch(() => '{}');
  const errors: ParseError[] = [];
  const kept: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || typeof kept !== 'object' || kept === null)
    throw new Error(`${file} can't be read as VS Code's settings. Correct or delete it, then start again.`);
  const formattingOptions = { insertSpaces: true, tabSize: 2 };
  for (const [key, value] of Object.entries(change({ ...kept })))
    text = applyEdits(text, modify(text, [key], value, { formattingOptions }));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}
