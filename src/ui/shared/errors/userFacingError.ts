/** An error whose message is meant for the user, in their language, and says what to do next. */
export class UserFacingError extends Error {
  override readonly name = 'UserFacingError';
}
