import { SoughtSecret } from './soughtSecret.ts';

const longestText = 300;
// A further header's value may be just `1`; masking that would only spoil the text.
const minSecret = 4;

const spaces = /[\s\u0085\u2028\u2029]+/g;
// Control, zero-width and bidi characters, variation selectors and fillers: they let a server draw text that is not there.
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Makes the service's text safe to show: no control or bidi characters, no echoed secrets, at most `maxLength` characters.
 * Returns `undefined` if nothing is left.
 */
export function cleanServerText(
  text: string,
  secrets: readonly string[],
  maxLength = longestText,
): string | undefined {
  const visible = withoutInvisible(text.replace(spaces, ' ')).toWellFormed();
  // Masked before it is cut, so that no half of a secret remains at the end.
  const clean = maskSecrets(visible, secrets).trim();
  if (clean === '') return undefined;
  return clean.length <= maxLength ? clean : `${clean.slice(0, maxLength - 1).toWellFormed()}…`;
}

export function withoutInvisible(text: string): string {
  return /[^ -~]/.test(text) ? text.replace(invisible, '') : text;
}

/** Replaces secrets, however they are quoted (see `SoughtSecret`), with asterisks. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .map((secret) => new SoughtSecret(secret))
    .filter(({ length }) => length >= minSecret)
    .reduce((masked, secret) => secret.mask(masked), text);
}
