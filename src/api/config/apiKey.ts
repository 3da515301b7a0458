import { invisible } from './invisible.ts';

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
