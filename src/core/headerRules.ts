/** Limits as other clients of gateways set them (as VS Code's own Custom Endpoint has them). */
export const maxHeaders = 20;
const maxNameLength = 256;
const maxValueLength = 8192;

const reserved = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export type HeaderNameProblem = 'empty' | 'reserved' | 'tooLong' | 'characters';
export type HeaderValueProblem = 'empty' | 'tooLong' | 'characters';

/** Why a name can't be that of a further header; `undefined` where it can. */
export function headerNameProblem(name: string): HeaderNameProblem | undefined {
  if (name === '') return 'empty';
  if (name.length > maxNameLength) return 'tooLong';
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/u.test(name)) return 'characters';
  return reserved.has(name.toLowerCase()) ? 'reserved' : undefined;
}

export function headerValueProblem(value: string): HeaderValueProblem | undefined {
  if (value === '') return 'empty';
  if (value.length > maxValueLength) return 'tooLong';
  // A header is Latin-1 on the wire; control, bidi and zero-width characters would only be there to deceive.
  return /^[\x20-\x7e\xa0-\xff]+$/u.test(value) ? undefined : 'characters';
}
