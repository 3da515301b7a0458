import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { recordsOf } from '../../../src/core/chats/disk/forkChat.ts';
import { chatOf } from '../../unit/core/chats/chatScript.ts';
import { column, newAnswer, newQuestion } from '../../unit/core/fixtures.ts';

/** Title, model, age in days, whether it is pinned. */
const chats = [
  ['Our house style for refunds', 'support-tone-v7', 40, true],
  ['Refund tone, angry mails', 'support-tone-v7', 0],
  ['Window functions without a self-join', 'sql-assistant-postgres', 0],
  ['Kündigungsfrist bei Rahmenverträgen', 'Kündigungs-Assistent für Verträge', 1],
  ['Summarize the retro of team Retention, and what was decided', 'meeting-minutes', 1],
  ['Which clauses differ from our template?', 'acme/legal/contract-clauses', 4],
  [
    'Churn, a first look',
    'customer-churn-explanation-emea-retention-team-2025-q3-ablation-no-system-prompt',
    20,
  ],
  ['Hello', 'llama-3-8b', 90],
] as const;

/** Writes chats of several days into the extension's `chats` folder, in its own format (core/chats/disk/chatRecord.ts). */
export async function writeOldChats(folder: string, connectionId: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [title, model, daysAgo, pinned] of chats) {
    const id = randomUUID();
    const at = startOfDay(daysAgo);
    const answer = {
      ...newAnswer('a1', 'u1', 'An answer of that day.'),
      ...{ at, name: model, connectionId, column: 'c1', finishReason: 'stop' },
      figures: { ttftMs: 420, tokensPerSecond: 61, completionTokens: 5, promptTokens: 12, durationMs: 510 },
    };
    const conversation = chatOf([{ ...newQuestion('u1', undefined, title), at }, answer], 'a1', {
      ...{ id, title, createdAt: at, updatedAt: at, ...(pinned && { pinned }) },
      columns: [column(model, { id: 'c1', connectionId, last: 'a1' })],
    });
    const lines = recordsOf(conversation).map((record) => `${JSON.stringify(record)}\n`);
    await writeFile(path.join(folder, `${id}.jsonl`), lines.join(''));
  }
}

/** Never in the future, and of that day also where a day since had 23 or 25 hours; in Unix milliseconds. */
function startOfDay(daysAgo: number): number {
  const today = new Date();
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysAgo).getTime();
}
