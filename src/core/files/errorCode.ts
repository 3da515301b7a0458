/** Returns the system's code for a failed file operation, e.g. `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Returns a line for the log: what failed, and the error's code. Its message could quote what was read or written. */
export function failureLine(what: string, error: unknown): string {
  return `${what}: ${errorCode(error) ?? 'unknown error'}`;
}

/**
 * Formats an error for the log: its name, code and stack frames. Leaves out the message, which may quote what was parsed or
 * requested, such as a proxy's address with its password.
 */
export function errorTrace(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { name, message, stack = '' } = error;
  // The message itself may contain lines that look like frames.
  const below = stack.slice(stack.indexOf(message) + message.length);
  const frames = stack.includes(message) ? below.split('\n').filter((line) => /^\s+at /u.test(line)) : [];
  return [[name, errorCode(error)].filter((part) => part !== undefined).join(' '), ...frames].join('\n');
}
