/** A failure whose message is made for the person, in their language, and says what to do next. */
export class ToldError extends Error {
  override readonly name = 'ToldError';
}
