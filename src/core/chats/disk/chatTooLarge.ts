/** Longest chat that is opened, in characters: its page gets it in one message, which VS Code turns into one string. */
export const maxChatLetters = 500 * 1024 * 1024;

/** Thrown for a chat that is too long to open. */
export class ChatTooLargeError extends Error {
  override readonly name = 'ChatTooLargeError';
  readonly path: string;

  constructor(path: string) {
    super('The chat is too large to open.');
    this.path = path;
  }
}
