import { errorCode } from './files/atomicFile.ts';

/**
 * An error for the log: its name, its code and where it was thrown. Its words stay out: they may quote what was parsed or
 * asked for, as a proxy's address with its password.
 */
export function errorTrace(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { name, message, stack = '' } = error;
  // The words may have lines of their own that look like frames.
  const below = stack.slice(stack.indexOf(message) + message.length);
  const frames = stack.includes(message) ? below.split('\n').filter((line) => /^\s+at /u.test(line)) : [];
  return [[name, errorCode(error)].filter((part) => part !== undefined).join(' '), ...frames].join('\n');
}
