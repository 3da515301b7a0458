import type { ChatSummary, ShownModels } from '../../../core/chats/disk/chatSummary.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { t } from './t.ts';
import { briefTime } from './time.ts';

/** "support-tone-v7", of several columns "llama-3-8b, support-tone-v7" or, while they are hidden, "Blind comparison". */
export function listedModelsText({ models, isHidden }: ShownModels): string {
  if (isHidden) return t('Blind comparison');
  return models
    .map(({ name }) => cleanText(name, 80))
    .filter(Boolean)
    .join(', ');
}

/** What a list says beside a chat's title: "support-tone-v7 · 10:42". */
export function chatLine(chat: ChatSummary): string {
  return [listedModelsText(chat), briefTime(chat.updatedAt)].filter(Boolean).join(' · ');
}
