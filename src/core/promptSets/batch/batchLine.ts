import { batchRequest } from '../../../api/chat/batchWire.ts';
import type { ChatSettings } from '../../chats/tree/chatSettings.ts';
import { promptRequest } from '../ask/askPrompt.ts';
import type { Asked } from '../prompt.ts';

/** What a line of a batch asks. `customId`: at most 64 ASCII characters. */
export interface BatchRequest extends Asked {
  customId: string;
  model: string;
  settings: ChatSettings;
}

/** Returns a line of OpenAI's batch input, without a line break: the same request as a run sends itself, but not streamed. */
export function batchLine({ customId, model, settings, ...asked }: BatchRequest): string {
  return batchRequest(customId, promptRequest(model, settings, asked));
}
