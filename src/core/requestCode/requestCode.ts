import type { CodeRequest } from './codeText.ts';
import { bashCode, windowsCode } from './curlCode.ts';
import { pythonCode, typescriptCode } from './sdkCode.ts';

export { isForPowerShellOnly } from './curlCode.ts';

const writers = { bash: bashCode, windows: windowsCode, python: pythonCode, typescript: typescriptCode };

export type CodeLanguage = keyof typeof writers;

/** Returns code that sends the request and prints the answer as it streams. It runs as pasted and contains no secret. */
export function requestCode(language: CodeLanguage, request: CodeRequest): string {
  return writers[language](request);
}
