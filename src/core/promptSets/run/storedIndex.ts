import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { writeFileAtomic } from '../../files/atomicFile.ts';
import { isLineEnd, readLineAt, readLines } from '../../files/readLines.ts';
import { withFile } from '../../files/withFile.ts';
import { keptError } from '../../keptError.ts';
import { digestOf } from '../digests.ts';
import { RunIndex, runStates } from './runIndex.ts';
import { keptJudgments } from './runJudgments.ts';
import { keptRounds } from './runRatings.ts';
import { count, exportedBatch, modelSchema, originSchema, type Run } from './runRecord.ts';

const indexName = 'index.bin';

/** The number of the format, which includes how `RunIndex` lays out its arrays. An index of another one is made anew. */
const indexFormat = 12;

/** How much is digested or written at once, in bytes. */
const pieceBytes = 1024 * 1024;

/** How much of the results is compared, in bytes, to tell whether they are those that were indexed. */
const comparedBytes = 4096;

const headSchema = v.object({
  v: v.literal(indexFormat),
  id: v.string(),
  read: count,
  unreadable: count,
  end: count,
  state: v.picklist(runStates),
  refused: v.array(v.array(v.string())),
  origins: v.array(v.array(originSchema)),
  gaveUp: v.array(v.object({ model: count, error: v.exactOptional(keptError) })),
  added: v.array(modelSchema),
  groups: v.array(v.string()),
  tagLists: v.array(v.array(v.string())),
  ratings: keptRounds,
  exported: v.exactOptional(exportedBatch),
  judgments: keptJudgments,
});

/** How much of a run's results an index has. */
interface Indexed {
  index: RunIndex;
  /** How far they were read, in bytes. */
  read: number;
  /** How many lines were torn. */
  unreadable: number;
}

/**
 * Writes a run's index beside its results, so that they need not be read from the beginning next time: a line of JSON, the index's
 * arrays, and the digest of both. Lines may be added meanwhile: they come again after `read`.
 */
export async function storeIndex(
  folder: string,
  resultsPath: string,
  run: Run,
  indexed: Indexed,
): Promise<void> {
  const { index, read, unreadable } = indexed;
  const { remarks } = index;
  const head = {
    v: indexFormat,
    id: run.id,
    read,
    unreadable,
    ...remarks,
    end: await endAt(resultsPath, read),
  };
  await writeFileAtomic(join(folder, indexName), storedBytes(`${JSON.stringify(head)}\n`, index));
}

/** Returns the stored index with the run as it has it, or `undefined` if there is none that is whole and fits the results. */
export async function loadIndex(
  folder: string,
  resultsPath: string,
  planned: Run,
): Promise<(Indexed & { run: Run }) | undefined> {
  try {
    const path = join(folder, indexName);
    const { text, place } = await firstLine(path);
    const head = v.parse(headSchema, JSON.parse(text));
    const { v: _format, id, read, unreadable, end, added, ...remarks } = head;
    if (id !== planned.id || end !== (await endAt(resultsPath, read))) return undefined;
    if (!(await isLineEnd(resultsPath, read))) return undefined;
    // Its models grow with the index.
    const run = { ...planned, models: [...planned.models] };
    const index = new RunIndex(run);
    index.addModels(added);
    const ending = Buffer.alloc(bytesOf(0).length + 1);
    let digest = digestOf(`${text}\n`);
    let bytesRead = 0;
    await withFile(path, 'r', async (file) => {
      let last: Uint8Array = Buffer.of();
      for (const buffer of [...piecesOf(index), ending]) {
        const reading = file.read({ buffer, position: place.length + 1 + bytesRead });
        // While the next piece is read.
        digest = digestOf(last, digest);
        last = buffer;
        bytesRead += (await reading).bytesRead;
      }
    });
    if (bytesRead !== storedSize(index) + ending.length - 1) return undefined;
    if (!bytesOf(digest).equals(ending.subarray(0, -1))) return undefined;
    await index.restore(remarks);
    return { index, run, read, unreadable };
  } catch {
    // Whatever is wrong with it: the results have all.
    return undefined;
  }
}

async function firstLine(path: string) {
  for await (const line of readLines(path)) return line;
  throw new Error('There is none.');
}

/** Returns a digest of what comes before this byte. Rejects if there is no such file, or it is shorter. */
async function endAt(path: string, read: number): Promise<number> {
  if ((await stat(path)).size < read) throw new RangeError('The results are shorter.');
  const length = Math.min(read, comparedBytes);
  return digestOf(await readLineAt(path, { offset: read - length, length }));
}

function* storedBytes(head: string, index: RunIndex): Generator<Uint8Array, void> {
  let digest = digestOf(head);
  yield Buffer.from(head);
  for (const piece of piecesOf(index)) {
    // The index may change while this is written.
    const bytes = Buffer.from(piece);
    digest = digestOf(bytes, digest);
    yield bytes;
  }
  yield bytesOf(digest);
}

function bytesOf(digest: number): Buffer {
  return Buffer.from(Uint32Array.of(digest).buffer);
}

/** Returns how much is stored, but for names, in bytes. */
export function storedSize({ arrays }: RunIndex): number {
  return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

function* piecesOf({ arrays }: RunIndex): Generator<Uint8Array, void> {
  for (const { buffer, byteOffset, byteLength } of arrays)
    for (let at = 0; at < byteLength; at += pieceBytes)
      yield new Uint8Array(buffer, byteOffset + at, Math.min(pieceBytes, byteLength - at));
}
