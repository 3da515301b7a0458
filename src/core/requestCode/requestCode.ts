import { bashCode } from './bashCode.ts';
import type { CodeRequest } from './codeRequest.ts';
import { pythonCode } from './pythonCode.ts';
import { typescriptCode } from './typescriptCode.ts';
import { windowsCode } from './windowsCode.ts';

export { isForPowerShellOnly } from './windowsCode.ts';

const writers = { bash: bashCode, windows: windowsCode, python: pythonCode, typescript: typescriptCode };

export type CodeLanguage = keyof typeof writers;

/** Returns code that sends the request and prints the answer as it streams. It runs as pasted and contains no secret. */
export function requestCode(language: CodeLanguage, request: CodeRequest): string {
  return writers[language](request);
}
