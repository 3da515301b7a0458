import { CallFailure } from '../errors/callFailure.ts';
import type { CallOptions, Lora } from '../types.ts';
import type { Answer } from './goodAnswer.ts';
import { readJson } from './readJson.ts';
import { readLora, readOne } from './wire.ts';

/**
 * What a good answer to a deletion brings: the LoRA that was deleted, or nothing. A status of 2xx says that it is gone, so an
 * empty, torn, silent or other body is no failure; a web page is, for it did not come from the service. An object with another
 * name than `name` is not what was deleted, and counts as none.
 */
export async function readDeleted(
  answer: Answer,
  name: string,
  options: CallOptions,
): Promise<Lora | undefined> {
  try {
    const lora = readOne(await readJson(answer, options), readLora);
    return lora?.name === name ? lora : undefined;
  } catch (error) {
    if (!(error instanceof CallFailure) || !isOnlyUnread(error)) throw error;
    return undefined;
  }
}

const UNREAD_KINDS = new Set(['protocol', 'network', 'timeout', 'tooLarge']);

function isOnlyUnread({ error }: CallFailure): boolean {
  // An error that the body tells has the status that it tells.
  const isGoodStatus = error.status !== undefined && error.status < 300;
  return isGoodStatus && UNREAD_KINDS.has(error.kind) && error.code !== 'HTML';
}
