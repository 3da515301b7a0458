import { curlCode } from './curlCode.ts';
import { pythonCode } from './pythonCode.ts';
import type { RequestParts } from './requestParts.ts';
import { typescriptCode } from './typescriptCode.ts';

export type CodeLanguage = 'curl' | 'python' | 'typescript';

/** Code that sends the request and prints the answer as it comes. It runs as pasted and holds no secret. */
export function requestCode(language: CodeLanguage, request: RequestParts): string {
  switch (language) {
    case 'curl':
      return curlCode(request);
    case 'python':
      return pythonCode(request);
    case 'typescript':
      return typescriptCode(request);
  }
}
