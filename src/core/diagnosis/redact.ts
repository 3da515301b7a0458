const emailAddress = /[^\s@<>()"',;:]+@[^\s@<>()"',;:]+\.[a-z]{2,}/giu;
const userInfo = /\/\/[^\s/@]+@/gu;

const notLetters = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

const shortestName = 3;

/** A piece of a secret this long counts as secret; services like to quote the end of a key. */
const pieceLength = 6;

/** Makes foreign text fit for a ticket: no secret or piece of one, no e-mail address, no user info, no hidden name. */
export function redactText(text: string, secrets: readonly string[], hidden: readonly string[]): string {
  const words = redactSecrets(text, secrets)
    .split(/(\s+)/u)
    .map((word) => (secrets.some((secret) => showsPieceOf(secret, word)) ? '***' : word))
    .join('');
  // Longer names first, since one may contain another; very short ones would only mangle other words.
  const names = hidden.filter((name) => name.length >= shortestName).toSorted((a, b) => b.length - a.length);
  const named = names.reduce((left, name) => left.replaceAll(name, '***'), words);
  return named.replace(userInfo, '//').replace(emailAddress, '…@…');
}

/** Redacts secrets that appear in full: the last safeguard for a whole report. */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => (secret === '' ? left : left.replaceAll(secret, '***')), text);
}

function showsPieceOf(secret: string, word: string): boolean {
  for (let at = 0; at + pieceLength <= secret.length; at++) {
    if (word.includes(secret.slice(at, at + pieceLength))) return true;
  }
  // "sk-a****f3c1": a mask that shows a few letters at the start or end.
  const [head = '', ...rest] = word.split(/(?:\*|…|\.{3})+/u).map((part) => part.replace(notLetters, ''));
  const tail = rest.at(-1) ?? '';
  if (rest.length === 0) return false;
  return (head.length > 1 && secret.startsWith(head)) || (tail.length > 1 && secret.endsWith(tail));
}
