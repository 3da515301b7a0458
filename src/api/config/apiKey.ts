export type ApiKeyProblem = 'empty' | 'characters';
export type ApiKeyResult = { ok: true; apiKey: string } | { ok: false; reason: ApiKeyProblem };

/** Takes off what gets pasted along with a key. `characters`: what remains cannot stand in a header. */
export function cleanApiKey(text: string): ApiKeyResult {
  const apiKey = trim(
    trim(text)
      .replace(/^authorization\s*:\s*/i, '')
      .replace(/^["'`]+/, '')
      .replace(/^bearer(?:\s+|$)/i, ''),
  );
  if (apiKey === '') return { ok: false, reason: 'empty' };
  // Visible ASCII only: anything else is refused by one transport or the other, and their errors quote the value.
  return /^[\x21-\x7e]+$/.test(apiKey) ? { ok: true, apiKey } : { ok: false, reason: 'characters' };
}

function trim(text: string): string {
  return text.replace(/^[\s"'`\u200b-\u200f\u2060\ufeff]+|[\s"'`\u200b-\u200f\u2060\ufeff]+$/g, '');
}
