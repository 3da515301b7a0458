import type { CreatorId } from './people.ts';

/**
 * Name, price, base model, creator, age in days, name at the hub (default: made from the name). Without a base model
 * it has no deployment, without a creator its deployment has none.
 */
export type LoraRow = readonly [string, number, string?, (CreatorId | undefined)?, number?, string?];

const mixtral = 'mistralai/Mixtral-8x7B-Instruct-v0.1';
const gemma = 'google/gemma-2-9b-it';

/** Thirty adapters like a real organization's list: versions, experiments, and every kind of name. */
export const sampleLoraRows: readonly LoraRow[] = [
  ['support-tone-v7', 0.25, 'llama-3-8b', 'ada', 3, 'acme/support-tone'],
  ['support-tone-v6', 0.25, 'llama-3-8b', 'ada', 31, 'acme/support-tone'],
  ['support-tone-v5', 0.25, 'llama-3-8b', 'notebook', 64, 'acme/support-tone'],
  ['support-tone-v8-candidate', 0.25, 'llama-3-8b', 'ci', 0.02, 'acme/support-tone'],
  ['old-experiment', 0.25],
  ['Kündigungs-Assistent für Verträge', 0.3, 'llama-3-70b', 'bjoern', 12],
  ['Rückfragen/Groß- und Außenhandel', 0.3, 'llama-3-70b', 'bjoern', 47],
  ['acme/legal/contract-clauses', 0.95, 'llama-3-70b', 'dolores', 18],
  ['acme/legal/contract-clauses-de', 0.95, 'llama-3-70b', 'dolores', 19],
  ['acme/legal/nda-review', 0.95, 'llama-3-70b', 'ci', 88],
  ['invoice extraction (EU)', 0.2, 'mistral-7b-instruct', 'nightly', 1],
  ['invoice extraction (US)', 0.2, 'mistral-7b-instruct', 'nightly', 1.5],
  ['invoice-extraction-legacy', 0.2, 'mistral-7b-instruct', 'notebook', 729],
  ['sql-assistant', 0.18, 'qwen2.5-7b', 'chika', 5],
  ['sql-assistant-postgres', 0.18, 'qwen2.5-7b', 'chika', 6],
  ['sql-assistant-bigquery', 0.18, 'qwen2.5-7b', 'chika', 58],
  ['商品説明ライター', 0.18, 'qwen2.5-7b', 'chika', 73],
  ['code-review/typescript', 0.55, mixtral, 'ci', 22],
  ['code-review/python', 0.55, mixtral, 'ci', 22.1],
  ['commit-messages', 0.55, mixtral, 'eve', 140],
  ['release-notes-writer', 0.35, gemma, 'adaByKey', 2],
  ['meeting-minutes', 0.35, gemma, 'dolores', 95],
  ['translate de→en 100%', 0.35, gemma, 'bjoern', 201],
  ['sentiment-c#-forum?', 0.0004, 'mistral-7b-instruct', 'robot', 333],
  ['free-tier-demo', 0, 'llama-3-8b', 'eve', 260],
  ['reasoning-math-r1', 0.28, 'deepseek-ai/DeepSeek-R1-Distill-Llama-8B', 'nightly', 8],
  // Its base model is not in the list: retired, or another organization's.
  ['summarizer-2022', 0.2, 'llama-2-13b', 'notebook', 655],
  ['imported-without-creator', 0.2, 'llama-3-8b', undefined, 480],
  ['untitled', 0.2],
  // Exactly 80 characters.
  [
    'customer-churn-explanation-emea-retention-team-2025-q3-ablation-no-system-prompt',
    0.25,
    'llama-3-8b',
    'ci',
    166,
  ],
];
