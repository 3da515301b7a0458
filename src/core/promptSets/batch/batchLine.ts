import { batchRequest } from '../../../api/chat/batchWire.ts';
import type { ChatMessage } from '../../../api/types.ts';
import type { ChatSettings } from '../../chats/tree/chatSettings.ts';
import { promptRequest } from '../run/askPrompt.ts';

/** What a line of a batch asks. `customId`: at most 64 ASCII characters. */
export interface BatchRequest {
  customId: string;
  model: string;
  messages: ChatMessage[];
  settings: ChatSettings;
}

/** Returns a line of OpenAI's batch input, without a line break: the same request as a run sends itself, but not streamed. */
export function batchLine({ customId, model, messages, settings }: BatchRequest): string {
  return batchRequest(customId, promptRequest(model, settings, { messages }));
}
