/** Returns the system's code for a failed file operation, e.g. `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Returns a line for the log: what failed, and the error's code. Its message could quote what was read or written. */
export function failureLine(what: string, error: unknown): string {
  return `${what}: ${errorCode(error) ?? 'unknown error'}`;
}
