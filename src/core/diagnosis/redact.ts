const emailAddress = /[^\s@<>()"',;:]+@[^\s@<>()"',;:]+\.[a-z]{2,}/giu;
const userInfo = /\/\/[^\s/@]+@/gu;

const notLetters = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

const shortestName = 3;

/** A piece of a secret that is at least this long is one; services like to quote the end of a key. */
const pieceLength = 6;

/** Words of others made fit for a ticket: no secret nor a piece of one, no e-mail address, no user info, no hidden name. */
export function redactWords(text: string, secrets: readonly string[], hidden: readonly string[]): string {
  const words = redactSecrets(text, secrets)
    .split(/(\s+)/u)
    .map((word) => (secrets.some((secret) => showsPieceOf(secret, word)) ? '***' : word))
    .join('');
  // Longer names first, for one may hold another; the shortest would only tear other words apart.
  const names = hidden.filter((name) => name.length >= shortestName).toSorted((a, b) => b.length - a.length);
  const named = names.reduce((left, name) => left.replaceAll(name, '***'), words);
  return named.replace(userInfo, '//').replace(emailAddress, '…@…');
}

/** The last fence around a whole report: a secret that stands in it whole. */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => (secret === '' ? left : left.replaceAll(secret, '***')), text);
}

function showsPieceOf(secret: string, word: string): boolean {
  for (let at = 0; at + pieceLength <= secret.length; at++) {
    if (word.includes(secret.slice(at, at + pieceLength))) return true;
  }
  // "sk-a****f3c1": a mask, with a beginning or an end of a few letters.
  const [head = '', ...rest] = word.split(/(?:\*|…|\.{3})+/u).map((part) => part.replace(notLetters, ''));
  const tail = rest.at(-1) ?? '';
  if (rest.length === 0) return false;
  return (head.length > 1 && secret.startsWith(head)) || (tail.length > 1 && secret.endsWith(tail));
}
