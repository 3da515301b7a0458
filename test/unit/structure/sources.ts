import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');

/** The texts of the files that match `pattern`, by their paths from the project's root, with forward slashes. */
export function readSources(pattern: string): Map<string, string> {
  const files = globSync(pattern, { cwd: root }).sort();
  return new Map(
    files.map((file) => [file.replaceAll('\\', '/'), readFileSync(path.join(root, file), 'utf8')]),
  );
}

/** What a file imports, in any form: from, a bare import, a dynamic one, `require`, an export-from. */
export function importsOf(text: string): string[] {
  const forms = /(?:\bfrom|\bimport|\bimport\s*\(|\brequire\s*\()\s*(['"`])([^'"`\n]+)\1/gu;
  return [...text.matchAll(forms)].flatMap((match) => match[2] ?? []);
}

export function readJson(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
}
