/**
 * Escapes text from the service, so that Markdown shows it literally. VS Code's own `appendText` is not enough: bare addresses
 * still become links, and entities still become characters.
 */
export function plainMarkdown(text: string): string {
  return text.replace(/[^\p{L}\p{N} ]/gu, (sign) => `&#${sign.codePointAt(0)};`);
}
