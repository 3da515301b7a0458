/** Limits as VS Code's own Custom Endpoint has them. */
export const maxHeaders = 20;
const maxNameLength = 256;
const maxValueLength = 8192;

// What a transport or this client sets, or what would carry a second key.
const reserved =
  /^(?:authorization|proxy-.*|host|connection|content-.*|transfer-encoding|accept-encoding|keep-alive|te|trailer|upgrade|expect|sec-.*|:.*)$/;

export type HeaderProblem = 'empty' | 'reserved' | 'tooLong' | 'characters';

/** Why a name can't be that of a further header; `undefined` where it can. */
export function headerNameProblem(name: string): HeaderProblem | undefined {
  if (name === '') return 'empty';
  if (name.length > maxNameLength) return 'tooLong';
  if (reserved.test(name.toLowerCase())) return 'reserved';
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) ? undefined : 'characters';
}

/** Why a value can't be sent. Only printable ASCII and tabs: what lies beyond is read differently by every gateway. */
export function headerValueProblem(value: string): HeaderProblem | undefined {
  if (value.length > maxValueLength) return 'tooLong';
  return /^[\t\x20-\x7e]*$/.test(value) ? undefined : 'characters';
}
