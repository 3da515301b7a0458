import { CallFailure, type ErrorContext, failureFrom } from '../errors/errorMapping.ts';
import type { CallScope } from '../transport/callScope.ts';
import type { CallOptions, Logger, Lora, Transport } from '../types.ts';
import { contentFailure } from './errorAnswer.ts';
import { isErrorJson, readErrorJson } from './errorBody.ts';
import { readLora } from './modelWire.ts';
import { htmlFailure, isHtml, maxJsonBytes, parseAnswer, readText, tooLarge } from './readBody.ts';

/** A 2xx answer whose headers have arrived. Its reader must close or cancel the scope. */
export interface Answer extends Awaited<ReturnType<Transport>> {
  scope: CallScope;
  context: ErrorContext;
  log: Logger | undefined;
}

/** Logs a failure that no status shows: one before the headers, or while reading the answer. */
export function logFailure({ context, log }: Pick<Answer, 'context' | 'log'>, error: unknown): void {
  if (!(error instanceof CallFailure)) return;
  const { kind, code = '' } = error;
  log?.warn(
    `${context.endpoint} failed: ${kind} ${code} ${context.requestId ?? ''}`.replace(/ +/g, ' ').trimEnd(),
  );
}

/** Reads a JSON answer to its end and masks the secrets it quotes. Throws for an `{"error": …}` with a 2xx status. */
export async function readJson(answer: Answer, options: CallOptions): Promise<unknown> {
  const { headers, body, scope, context } = answer;
  let json: unknown;
  try {
    const isTooLong = Number(headers.get('content-length') ?? 0) > maxJsonBytes;
    const text = isTooLong ? undefined : await readText(body, maxJsonBytes);
    if (text === undefined) throw tooLarge(context, 'The answer is larger than 32 MB');
    json = await parseAnswer(text, context).catch((error: unknown) => {
      throw isHtml(headers.get('content-type')) ? htmlFailure(context) : error;
    });
    scope.close();
  } catch (error) {
    scope.cancel();
    if (options.signal?.aborted) throw options.signal.reason;
    const failure = failureFrom(error, context, false);
    logFailure(answer, failure);
    throw failure;
  }
  options.onRaw?.(json);
  if (isErrorJson(json)) throw contentFailure(readErrorJson(json), context);
  return json;
}

/**
 * Returns the deleted LoRA if an answer of status 200 to a deletion includes it; 202, for instance, only promises to delete it. An
 * empty, truncated, stalled or unexpected body of a 2xx answer is not a failure; a web page is, because it did not come from the
 * service. An object not named `name` is not what was deleted, and counts as none.
 */
export async function readDeleted(
  answer: Answer,
  name: string,
  options: CallOptions,
): Promise<Lora | undefined> {
  try {
    const lora = readLora(await readJson(answer, options));
    return answer.status === 200 && lora?.name === name ? lora : undefined;
  } catch (error) {
    if (!(error instanceof CallFailure) || !isOnlyUnread(error)) throw error;
    return undefined;
  }
}

function isOnlyUnread({ status, kind, code }: CallFailure): boolean {
  // An error in the body has the status given there, if any.
  const isGoodStatus = status !== undefined && status < 300;
  return isGoodStatus && /^(?:protocol|network|timeout|tooLarge)$/.test(kind) && code !== 'HTML';
}
