/**
 * Escapes text from the service, so that Markdown shows it literally. VS Code's own `appendText` is not enough: bare addresses
 * still become links, and entities still become characters. Not by entities: a dialog of VS Code that shows Markdown as plain text
 * (`renderAsPlaintext`) leaves most of those as they are.
 */
export function plainMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/gu, '\\$&');
}
