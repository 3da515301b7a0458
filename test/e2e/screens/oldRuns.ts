import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The set, the models, how many of 24 prompts the base and the other pass, and how the run ended. */
const runs: readonly (readonly [
  set: string,
  models: readonly string[],
  passed: readonly number[],
  end: string,
])[] = [
  ['refunds.jsonl', ['llama-3-8b', 'support-tone-v7'], [8, 20], 'complete'],
  ['refunds.jsonl', ['llama-3-8b', 'support-tone-v6'], [20, 8], 'complete'],
  [
    'tickets-of-the-emea-retention-team-2025-q3.csv',
    ['llama-3-8b', 'sql-assistant-postgres'],
    [12, 13],
    'complete',
  ],
  ['angry-mails.jsonl', ['mistral-7b', 'support-tone-v7', 'meeting-minutes'], [8, 20, 9], 'complete'],
  ['contract clauses.yaml', ['llama-3-8b', 'acme/legal/contract-clauses'], [5], 'begun'],
  ['Kündigungen.json', ['llama-3-8b', 'Kündigungs-Assistent für Verträge'], [4, 3], 'stopped'],
];

/** Writes runs of several days into the extension's `runs` folder, in its own format (core/promptSets/run/runRecord.ts). */
export async function writeOldRuns(folder: string, connectionId: string): Promise<void> {
  for (const [at, [set, names, passed, end]] of runs.entries()) {
    const id = randomUUID();
    const createdAt = Date.now() - (at + 1) * 20 * 3_600_000;
    const models = names.map((name) => ({ connectionId, name }));
    const run = {
      v: 1,
      id,
      createdAt,
      set: { name: set },
      models,
      settings: {},
      repetitions: 1,
      seed: 1,
      prompts: 24,
    };
    const lines: object[] = Array.from({ length: 24 }, (_, prompt) => ({
      ...{ is: 'prompt', prompt, line: prompt + 1, id: String(prompt + 1) },
      messages: [{ role: 'user', content: `Question ${prompt + 1}?` }],
      checks: [{ type: 'contains', value: 'refund' }],
    }));
    lines.push({ is: 'begun', at: createdAt, underWay: [] });
    for (const [model, count] of passed.entries()) {
      // Those that did not end have no more answers than pass.
      for (let prompt = 0; prompt < (end === 'complete' ? 24 : count); prompt++) {
        const cell = { prompt, model, repetition: 0 };
        const answer = { text: `Answer ${model}.${prompt}`, reasoning: '', state: 'complete', settings: {} };
        lines.push({
          is: 'result',
          ...cell,
          attempt: 1,
          at: createdAt,
          ...answer,
          figures: { durationMs: 900 },
        });
        const check = { type: 'contains', value: 'refund' };
        lines.push({
          is: 'checked',
          ...cell,
          checks: [{ check, passed: prompt < count, reason: 'contains “refund”' }],
        });
      }
    }
    if (end !== 'begun') lines.push({ is: 'ended', why: end, at: createdAt });
    await mkdir(path.join(folder, id), { recursive: true });
    await writeFile(path.join(folder, id, 'run.json'), JSON.stringify(run));
    const text = lines.map((line) => `${JSON.stringify({ v: 1, ...line })}\n`).join('');
    await writeFile(path.join(folder, id, 'results.jsonl'), text);
  }
  const newer = path.join(folder, randomUUID());
  await mkdir(newer, { recursive: true });
  const made = { v: 2, createdAt: Date.now() - 9 * 86_400_000, set: { name: 'invoices.jsonl' } };
  await writeFile(path.join(newer, 'run.json'), JSON.stringify(made));
}
