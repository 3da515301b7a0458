import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { parsedJson } from '../../../base/json.ts';
import { english, type Wording } from '../../../base/texts.ts';
import { isId } from '../../files/ifExists.ts';
import { byteLines } from '../file/byteLines.ts';
import { says } from '../file/setProblem.ts';
import type { Prompt } from '../prompt.ts';
import type { RunFile } from '../run/runFile.ts';
import { promptOf, type Run, readRunLine, runFormat, runSchema } from '../run/runRecord.ts';
import { aboutEnd, aboutMiddle } from './exportBatch.ts';

/** Thrown for a `<set>.run.json` from which its run can't be restored. */
export class RestoreFault extends Error {
  readonly said: Wording;

  constructor(said: Wording) {
    super(english(...said));
    this.said = said;
  }
}

/** Longest line that is read, in bytes: a prompt with its checks. */
const maxLineLength = 16 * 1024 * 1024;

const { createdAt, models, settings, repetitions, prompts, seed } = runSchema.entries;
const headSchema = v.object({
  v: v.literal(runFormat),
  run: v.pipe(v.string(), v.check(isId)),
  createdAt,
  set: v.string(),
  models,
  settings,
  repetitions,
  seed,
  count: prompts,
});
const endSchema = v.object({ sha256: v.string(), files: v.array(v.array(v.string())) });
const wireNamesSchema = v.object({
  models: v.array(v.object({ name: v.string(), wireName: v.exactOptional(v.string()) })),
});

type Plan = Pick<Run, 'id' | 'createdAt' | 'set' | 'models' | 'settings' | 'repetitions' | 'seed'>;

/**
 * Restores a run that was deleted here from its `<set>.run.json`, which is in `folder`: it waits for results then. Rejects with a
 * `RestoreFault`, as `bytes` does, or with the disk's error. `make` makes the run and owns it; `isHere` tells whether there is one.
 */
export async function restoreRun(
  bytes: AsyncIterable<Uint8Array>,
  folder: string,
  isHere: (id: string) => Promise<boolean>,
  make: (plan: Plan, prompts: AsyncIterable<Prompt>) => Promise<RunFile>,
): Promise<RunFile> {
  const lines = textLines(bytes);
  const { value: first = '' } = await lines.next();
  const json = first.endsWith(aboutMiddle)
    ? parsedJson(`${first.slice(0, -aboutMiddle.length)}}`)
    : undefined;
  const head = v.safeParse(headSchema, json);
  if (!head.success) throw new RestoreFault(says('This is not a .run.json file as it was exported.'));
  const { run: id, set, count, v: _format, ...plan } = head.output;
  if (await isHere(id)) throw new RestoreFault(says('The run is here already.'));
  const wireNames = v.parse(wireNamesSchema, json).models.map(({ name, wireName = name }) => wireName);
  let files: string[][] = [];
  const restored = promptsIn(lines, count, (end) => {
    files = end;
  });
  const file = await make({ id, ...plan, set: { name: set } }, restored);
  await file.add({ is: 'exported', folder, files, wireNames, at: Date.now() });
  return file;
}

async function* textLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  for await (const { text } of byteLines(bytes, maxLineLength)) {
    if (text === undefined) throw new RestoreFault(says('A line of the file is too long.'));
    yield text;
  }
}

/** Yields the prompts and, if all of them are there as they were written, tells which files were written with them. */
async function* promptsIn(
  lines: AsyncIterable<string>,
  count: number,
  onEnd: (files: string[][]) => void,
): AsyncGenerator<Prompt, void> {
  const hash = createHash('sha256');
  let at = 0;
  let end: unknown;
  for await (const text of lines) {
    if (text.startsWith(aboutEnd)) {
      end = parsedJson(`{${text.slice(aboutEnd.length)}`);
      break;
    }
    const line = text.slice(at === 0 ? 0 : 1);
    const read = readRunLine({ v: runFormat, is: 'prompt', ...Object(parsedJson(line)) });
    if (read?.is !== 'prompt' || read.prompt !== at) break;
    hash.update(`${line}\n`);
    at += 1;
    yield promptOf(read);
  }
  const read = v.safeParse(endSchema, end);
  if (!read.success || read.output.sha256 !== hash.digest('hex'))
    throw new RestoreFault(
      says("The file was changed, is torn, or has only what was missing: the run can't be restored from it."),
    );
  if (at < count) throw new RestoreFault(says("The file has only {0} of the run's {1} prompts.", at, count));
  onEnd(read.output.files);
}
