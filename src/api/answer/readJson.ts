import { failureFrom } from '../errors/errorMapping.ts';
import type { CallOptions } from '../types.ts';
import { errorJsonFailure } from './errorAnswer.ts';
import { isErrorJson } from './errorBody.ts';
import { type Answer, logFailure } from './goodAnswer.ts';
import { htmlFailure, isHtml, maxJsonBytes, parseAnswer, readText, tooLarge } from './readBody.ts';

const tooLargeText = 'The answer is larger than 32 MB';

/** Reads a JSON answer to its end and masks the secrets it quotes. Throws for an `{"error": …}` with a 2xx status. */
export async function readJson(answer: Answer, options: CallOptions): Promise<unknown> {
  const { scope, context } = answer;
  let json: unknown;
  try {
    json = await parseAnswer(await readWhole(answer), context);
    scope.close();
  } catch (error) {
    scope.cancel();
    if (options.signal?.aborted) throw options.signal.reason;
    const failure = failureFrom(error, context, false);
    logFailure(answer, failure);
    throw failure;
  }
  options.onRaw?.(json);
  if (isErrorJson(json)) throw errorJsonFailure(json, context);
  return json;
}

async function readWhole({ headers, body, context }: Answer): Promise<string> {
  if (isHtml(headers)) throw htmlFailure(context);
  if (Number(headers.get('content-length') ?? 0) > maxJsonBytes) throw tooLarge(context, tooLargeText);
  const text = await readText(body, maxJsonBytes);
  if (text === undefined) throw tooLarge(context, tooLargeText);
  return text;
}
