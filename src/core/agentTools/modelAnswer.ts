import type { Model } from '../../api/types.ts';
import { inSlices } from '../inSlices.ts';
import { isRefused } from '../models/catalog.ts';
import { editsBetween } from '../models/filterProblems.ts';
import { shownName } from '../shownName.ts';
import { ByteBudget, mostBytes } from './byteBudget.ts';
import { type AskedConnection, addStates, asOf, connectionLabel, dataNotice } from './listState.ts';
import { modelDetails } from './modelEntry.ts';

const mostNames = 5;
/** Longer names are not compared letter by letter: that takes the product of both lengths. */
const longest = 64;

/** Returns the names most like `wanted`, best first, at most five: those that contain it or are contained in it, and slips of the pen. */
export async function nearestNames(wanted: string, names: Iterable<string>): Promise<string[]> {
  const typed = wanted.toLowerCase();
  const near: { name: string; distance: number }[] = [];
  await inSlices(new Set(names), (name) => {
    const distance = distanceBetween(typed, name.toLowerCase());
    if (distance !== undefined) near.push({ name, distance });
  });
  return near
    .sort((a, b) => a.distance - b.distance)
    .slice(0, mostNames)
    .map(({ name }) => name);
}

function distanceBetween(typed: string, name: string): number | undefined {
  if (name === typed) return 0;
  // Too short to say anything.
  const isPart = (part: string, whole: string) => part.length >= 3 && whole.includes(part);
  if (isPart(typed, name) || isPart(name, typed)) return 1 + Math.abs(name.length - typed.length) / 1000;
  const mostEdits = Math.min(3, Math.floor(typed.length / 3));
  if (Math.max(name.length, typed.length) > longest || Math.abs(name.length - typed.length) > mostEdits) {
    return undefined;
  }
  const edits = editsBetween(typed, name);
  return edits <= mostEdits ? 1 + edits : undefined;
}

/** What became of retrieving a model. `why` is a sentence in VS Code's language. */
export type Retrieved =
  | { is: 'retrieved'; model: Model }
  | { is: 'notFound'; listed: Model | undefined }
  | { is: 'failed'; why: string; listed: Model | undefined };

/** Returns the answer to `get_hosted_model`: a sentence on where the facts come from, and one line of JSON. */
export async function modelAnswer(
  name: string,
  asked: AskedConnection,
  retrieved: Retrieved,
  now: number,
): Promise<string> {
  const lines = await answerLines(name, asked, retrieved, now);
  return [dataNotice, ...lines].map((line) => `${line}\n`).join('');
}

async function answerLines(name: string, asked: AskedConnection, retrieved: Retrieved, now: number) {
  const connection = `connection ${JSON.stringify(connectionLabel(asked))}`;
  switch (retrieved.is) {
    case 'retrieved':
      return [`Retrieved just now through ${connection}:`, JSON.stringify(modelDetails(retrieved.model))];
    case 'failed':
      return [
        `It could not be retrieved through ${connection}: ${JSON.stringify(retrieved.why)}`,
        ...listedLines(retrieved.listed, asked, now),
      ];
    case 'notFound':
      return [
        `${quoted(name)} is not listed: the service of ${connection} has no such entry (404).`,
        ...(retrieved.listed
          ? listedLines(retrieved.listed, asked, now)
          : [await nearText(name, [asked])].filter(Boolean)),
      ];
  }
}

function listedLines(listed: Model | undefined, { catalog }: AskedConnection, now: number): string[] {
  if (!listed) return [];
  const age = catalog.loadedAt === undefined ? '' : `, ${asOf(catalog.loadedAt, now)}`;
  return [`Its entry in the last list${age}:`, JSON.stringify(modelDetails(listed))];
}

/**
 * Returns the answer for a name that no kept list has, without a request: how the lists stand, similar names, and how to have
 * the service itself asked.
 */
export async function unlistedAnswer(
  name: string,
  connections: readonly AskedConnection[],
  now: number,
): Promise<string> {
  const text = new ByteBudget(mostBytes);
  text.add(dataNotice);
  text.add(`${quoted(name)} is in none of the lists that were loaded last.`);
  addStates(text, connections, now);
  const near = await nearText(name, connections);
  const how = howToAsk(connections);
  if (near !== '') text.add(near, Buffer.byteLength(how) + 1);
  if (how !== '') text.add(how);
  return text.text;
}

function howToAsk(connections: readonly AskedConnection[]): string {
  if (connections.every(({ catalog }) => isRefused(catalog.state))) return '';
  const what = connections.length > 1 ? 'the kind and the connection' : 'the kind';
  return `The service itself was not asked. To ask it, call again with ${what}.`;
}

async function nearText(name: string, connections: readonly AskedConnection[]): Promise<string> {
  const names = connections.flatMap(({ catalog }) =>
    [...catalog.loras, ...catalog.baseModels].map((model) => model.name),
  );
  const near = await nearestNames(name, names);
  return near.length === 0 ? '' : `Similar names: ${near.map(quoted).join(', ')}.`;
}

/** A name as the answers show it, which the tools take too. */
export function quoted(name: string): string {
  return JSON.stringify(shownName(name));
}
