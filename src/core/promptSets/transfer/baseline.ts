import * as v from 'valibot';
import { parsedJson } from '../../../base/json.ts';
import type { ChatSettings } from '../../chats/tree/chatSettings.ts';
import { bodyDigest } from '../../exchange/exchange.ts';
import type { Prompt } from '../prompt.ts';
import { isFlaky } from '../report/answerPairs.ts';
import type { RunFile } from '../run/runFile.ts';
import { fewestUnits } from '../verdict/pairedVerdict.ts';
import type { ScoredPair } from '../verdict/scoredPair.ts';

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** The first line of a baseline: whose outcomes these are, and a hash of the settings that they were asked with. */
const headSchema = v.object({ v: v.literal(1), model: v.string(), settings: v.string() });

/** A line for each row with checks: a hash of what it asks and checks, and which share of its answers passed, if it is known. */
const lineSchema = v.object({ row: v.string(), passed: v.exactOptional(share) });

export interface Baseline extends v.InferOutput<typeof headSchema> {
  /** Of rows that ask and check the same, in the order of their set. */
  passed: Map<string, (number | undefined)[]>;
}

/** Why a run can't be compared with a baseline. */
export type BaselineFault = 'unreadable' | 'settings' | 'rows';

/** Yields what a model of a run did, as a baseline for later ones. Neither prompts nor answers are in it unless `hasTexts`. */
export async function* baselineLines(file: RunFile, model: number, hasTexts = false): AsyncGenerator<string> {
  const { run } = file;
  const { name = '' } = run.models[model] ?? {};
  yield `${JSON.stringify({ v: 1, model: name, settings: settingsHash(run.settings) })}\n`;
  for await (const { at, prompt } of checkedPrompts(file)) {
    const { passed } = outcomeOf(file, at, model);
    const results = hasTexts ? cells(file, at, model).map((cell) => file.result(cell)) : [];
    const answers = (await Promise.all(results)).map((result) => result?.text ?? null);
    const texts = hasTexts && { messages: prompt.messages, answers };
    yield `${JSON.stringify({ row: rowHash(prompt), passed, ...texts })}\n`;
  }
}

/** Returns `undefined` for what is no baseline. */
export function readBaseline(text: string): Baseline | undefined {
  const [head, ...lines] = text.split('\n').filter(Boolean).map(parsedJson);
  const about = v.safeParse(headSchema, head);
  const rows = v.safeParse(v.array(lineSchema), lines);
  if (!about.success || !rows.success) return undefined;
  const passed: Baseline['passed'] = new Map();
  for (const { row, passed: known } of rows.output) passed.set(row, [...(passed.get(row) ?? []), known]);
  return { ...about.output, passed };
}

export interface BaselineMatch {
  fault: BaselineFault | undefined;
  /** The prompts' numbers, with what the baseline knows of each. */
  base: Map<number, number | undefined>;
  /** What the set has and the baseline doesn't, by the rows' ids, and how many rows it is the other way round. */
  added: string[];
  gone: number;
}

/** Finds the rows of a run's set in a baseline, before or after they were asked. */
export async function matchBaseline(file: RunFile, baseline: Baseline): Promise<BaselineMatch> {
  const left = new Map([...baseline.passed].map(([row, shares]) => [row, [...shares]]));
  const match: BaselineMatch = { fault: undefined, base: new Map(), added: [], gone: 0 };
  const units = new Set<number>();
  for await (const { at, prompt } of checkedPrompts(file)) {
    const shares = left.get(rowHash(prompt));
    if (!shares || shares.length === 0) match.added.push(prompt.id);
    else {
      match.base.set(at, shares.shift());
      units.add(file.index.unitOf(at));
    }
  }
  for (const shares of left.values()) match.gone += shares.length;
  if (baseline.settings !== settingsHash(file.run.settings)) match.fault = 'settings';
  else if (units.size < fewestUnits) match.fault = 'rows';
  return match;
}

/** Returns the pairs that a verdict on a model is made of, the baseline being the base, in the order in which they were asked. */
export function baselinePairs(file: RunFile, model: number, base: BaselineMatch['base']): ScoredPair[] {
  return [...file.index.askedOrder].flatMap((at): ScoredPair[] => {
    if (!base.has(at)) return [];
    const { passed: other, ...about } = outcomeOf(file, at, model);
    return [{ unit: file.index.unitOf(at), base: base.get(at), other, ...about }];
  });
}

export function outcomeOf({ run, index }: RunFile, at: number, model: number) {
  const facts = cells({ run }, at, model).map((cell) => index.facts(cell));
  const passed = facts.filter(({ check }) => check === 'passed').length / facts.length;
  return {
    passed: facts.some(({ check }) => check === 'none') ? undefined : passed,
    isOtherLimited: facts.some(({ state }) => state === 'limit'),
    isOtherEmpty: facts.some(({ isEmpty }) => isEmpty),
    isFlaky: isFlaky(facts),
  };
}

function cells({ run }: Pick<RunFile, 'run'>, prompt: number, model: number) {
  return Array.from({ length: run.repetitions }, (_, repetition) => ({ prompt, model, repetition }));
}

async function* checkedPrompts(file: RunFile): AsyncGenerator<{ at: number; prompt: Prompt }, void> {
  for (let at = 0; at < file.run.prompts; at++) {
    const prompt = file.index.isChecked(at) && (await file.prompt(at));
    if (prompt) yield { at, prompt };
  }
}

function rowHash({ messages, offered, expected, checks }: Prompt): string {
  return hashOf([messages, offered, expected, checks]);
}

function settingsHash(settings: ChatSettings): string {
  return hashOf(Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function hashOf(value: unknown): string {
  return bodyDigest(JSON.stringify(value)).slice(0, 32);
}
