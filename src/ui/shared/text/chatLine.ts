import * as vscode from 'vscode';
import type { ChatSummary, ListedModels } from '../../../core/chats/disk/chatSummary.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { briefTime } from './time.ts';

/** "support-tone-v7", of a comparison "llama-3-8b, support-tone-v7" or, while they are hidden, "Blind comparison". */
export function listedModelsText({ compared, model }: ListedModels): string {
  if (compared?.isHidden) return vscode.l10n.t('Blind comparison');
  const models = compared ? compared.models.map((one) => one.model) : [model];
  return models
    .map((name) => cleanText(name, 80))
    .filter(Boolean)
    .join(', ');
}

/** What a list says beside a chat's title: "support-tone-v7 · 10:42". */
export function chatLine(chat: ChatSummary): string {
  return [listedModelsText(chat), briefTime(chat.updatedAt)].filter(Boolean).join(' · ');
}
