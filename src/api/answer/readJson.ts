import { failureFrom } from '../errors/errorMapping.ts';
import type { CallOptions } from '../types.ts';
import { errorJsonFailure } from './errorAnswer.ts';
import { isErrorJson } from './errorBody.ts';
import { type Answer, logFailure } from './goodAnswer.ts';
import { htmlFailure, isHtml, maxJsonBytes, parseLongJson, readText, tooLarge } from './readBody.ts';
import { SecretMask } from './secretMask.ts';

const tooLargeText = 'The answer is larger than 32 MB';

export interface ReadAnswer {
  json: unknown;
  /** True if the name of this object held the API key and was masked. */
  hasMaskedName: (json: unknown) => boolean;
}

/** Reads a JSON answer to its end and masks the secrets it quotes. Throws for an `{"error": …}` with a 2xx status. */
export async function readJson(answer: Answer, options: CallOptions): Promise<ReadAnswer> {
  const { scope, context } = answer;
  const mask = new SecretMask(context.secrets);
  let json: unknown;
  try {
    const parsed = await parseLongJson(await readWhole(answer), context);
    scope.close();
    json = await mask.answer(parsed, options.signal);
  } catch (error) {
    scope.cancel();
    if (options.signal?.aborted) throw options.signal.reason;
    const failure = failureFrom(error, context, false);
    logFailure(answer, failure);
    throw failure;
  }
  options.onRaw?.(json);
  if (isErrorJson(json)) throw errorJsonFailure(json, context);
  return { json, hasMaskedName: (one) => mask.hasMaskedName(one) };
}

async function readWhole({ headers, body, context }: Answer): Promise<string> {
  if (isHtml(headers)) throw htmlFailure(context);
  if (Number(headers.get('content-length') ?? 0) > maxJsonBytes) throw tooLarge(context, tooLargeText);
  const text = await readText(body, maxJsonBytes);
  if (text === undefined) throw tooLarge(context, tooLargeText);
  return text;
}
