import { invisible } from '../../base/invisible.ts';

/** The limits of VS Code's own Custom Endpoint. */
export const maxHeaders = 20;
const maxNameLength = 256;
const maxValueLength = 8192;

// Headers that a transport or this client sets, or that would carry a second key.
const reserved =
  /^(?:authorization|proxy-.*|host|connection|content-.*|transfer-encoding|accept-encoding|keep-alive|te|trailer|upgrade|expect|sec-.*|:.*)$/;

export type HeaderProblem = 'empty' | 'reserved' | 'tooLong' | 'characters';

/** Returns why a further header can't use this name; `undefined` if it can. */
export function headerNameProblem(name: string): HeaderProblem | undefined {
  if (name === '') return 'empty';
  if (name.length > maxNameLength) return 'tooLong';
  if (reserved.test(name.toLowerCase())) return 'reserved';
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) ? undefined : 'characters';
}

/** Returns why a value can't be sent. Only printable ASCII and tabs can: gateways disagree on anything else. */
export function headerValueProblem(value: string): HeaderProblem | undefined {
  if (value.length > maxValueLength) return 'tooLong';
  return /^[\t\x20-\x7e]*$/.test(value) ? undefined : 'characters';
}

export type ApiKeyProblem = 'empty' | 'characters';
export type ApiKeyResult = { ok: true; apiKey: string } | { ok: false; reason: ApiKeyProblem };

/** Strips what gets pasted along with a key. `characters`: the rest can't be sent in a header. */
export function cleanApiKey(text: string): ApiKeyResult {
  const apiKey = trim(
    trim(text)
      .replace(/^authorization\s*:\s*/i, '')
      .replace(/^["'`]+/, '')
      .replace(/^bearer(?:\s+|$)/i, ''),
  );
  if (apiKey === '') return { ok: false, reason: 'empty' };
  // Visible ASCII only: one transport or another refuses anything else, with an error that quotes the value.
  return /^[\x21-\x7e]+$/.test(apiKey) ? { ok: true, apiKey } : { ok: false, reason: 'characters' };
}

const pasted = `[\\s"'\`${invisible}]+`;
const around = new RegExp(`^${pasted}|${pasted}$`, 'gu');

function trim(text: string): string {
  return text.replace(around, '');
}
