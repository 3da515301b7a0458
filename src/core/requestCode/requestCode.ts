import { bashCode } from './bashCode.ts';
import type { CodeRequest } from './codeRequest.ts';
import { pythonCode } from './pythonCode.ts';
import { typescriptCode } from './typescriptCode.ts';
import { windowsCode } from './windowsCode.ts';

export { isForPowerShellOnly } from './windowsCode.ts';

export type CodeLanguage = 'bash' | 'windows' | 'python' | 'typescript';

/** Returns code that sends the request and prints the answer as it streams. It runs as pasted and contains no secret. */
export function requestCode(language: CodeLanguage, request: CodeRequest): string {
  switch (language) {
    case 'bash':
      return bashCode(request);
    case 'windows':
      return windowsCode(request);
    case 'python':
      return pythonCode(request);
    case 'typescript':
      return typescriptCode(request);
  }
}
