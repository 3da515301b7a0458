import type { ServiceError } from '../api/serviceError.ts';
import { cleanText } from '../core/cleanText.ts';
import { hostOf } from '../core/connections/connection.ts';
import { type KeptError, keepError } from '../core/keptError.ts';
import { keyVariable } from '../core/requestCode/codeText.ts';

/** Writes a line of what isn't the verdict. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Returns a file's text without the byte order mark that some editors write. */
export function withoutMark(text: string): string {
  return text.replace(/^\ufeff/u, '');
}

/** Thrown with a sentence for the person, where there is nothing to go on with. */
export class CannotRun extends Error {}

/** Returns a failure of the service as a sentence, with the service's own words behind it. */
export function failureSentence(error: KeptError, baseUrl: string, model = ''): string {
  const said = error.serverMessage === undefined ? '' : ` ${cleanText(error.serverMessage)}`;
  return `${reasonOf(error, hostOf(baseUrl), cleanText(model, 80))}${said}`;
}

export function serviceFault(error: ServiceError, baseUrl: string): CannotRun {
  return new CannotRun(failureSentence(keepError(error), baseUrl));
}

function reasonOf(
  { kind, code = 'unknown error', ...error }: KeptError,
  host: string,
  model: string,
): string {
  const status = error.status ?? '?';
  const refused = `${host} refused the API key (${status}).`;
  const reasons: Record<string, string> = {
    noKey: `Set ${keyVariable} to the API key of ${host}.`,
    unauthorized: refused,
    forbidden: refused,
    notFound: model === '' ? `${host} has no such entry (404).` : `${host} doesn't know the model ${model}.`,
    rateLimited: `${host} is busy (${status}).`,
    network: `${host} can't be reached (${code}).`,
    timeout: `${host} did not answer in time.`,
    tls: `There is no secure connection to ${host} (${code}).`,
    redirect: `${host} redirects to another address. Redirects are not followed; check --base-url.`,
    badRequest: `${host} refused the request (${status}).`,
    protocol: `${host} sent an answer that can't be read (${code}).`,
  };
  return reasons[kind] ?? `${host} answered with an error (${status}).`;
}
