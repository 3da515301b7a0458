import { CallFailure } from '../errors/callFailure.ts';
import type { CallOptions, Lora } from '../types.ts';
import type { Answer } from './goodAnswer.ts';
import { readJson } from './readJson.ts';
import { readLora } from './wire.ts';

/**
 * Returns the deleted LoRA if a 2xx answer to a deletion includes it. The status says that it is gone, so an empty, truncated,
 * stalled or unexpected body is not a failure; a web page is, because it did not come from the service. An object not named
 * `name` is not what was deleted, and counts as none.
 */
export async function readDeleted(
  answer: Answer,
  name: string,
  options: CallOptions,
): Promise<Lora | undefined> {
  try {
    const lora = readLora(await readJson(answer, options));
    return lora?.name === name ? lora : undefined;
  } catch (error) {
    if (!(error instanceof CallFailure) || !isOnlyUnread(error)) throw error;
    return undefined;
  }
}

const unreadKinds = new Set(['protocol', 'network', 'timeout', 'tooLarge']);

function isOnlyUnread({ error }: CallFailure): boolean {
  // An error in the body has the status given there, if any.
  const isGoodStatus = error.status !== undefined && error.status < 300;
  return isGoodStatus && unreadKinds.has(error.kind) && error.code !== 'HTML';
}
