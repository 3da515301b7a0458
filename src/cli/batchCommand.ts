import { openAsBlob } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { readErrorJson } from '../api/answer/errorBody.ts';
import { kindOfStatus } from '../api/errors/errorMapping.ts';
import { cleanServerText } from '../api/errors/serverText.ts';
import { defined } from '../base/defined.ts';
import { parsedJson } from '../base/json.ts';
import { renameWithRetry, writeFileAtomic } from '../core/files/atomicFile.ts';
import { errorCode } from '../core/files/errorCode.ts';
import { readJsonFile } from '../core/files/ifExists.ts';
import type { KeptError } from '../core/keptError.ts';
import { gateExits } from '../core/promptSets/verdict/gate.ts';
import { headerVariable, keyVariable } from '../core/requestCode/codeText.ts';
import { CannotRun, failureSentence, note } from './cannotRun.ts';
import { apiKey, usableTarget } from './service.ts';

export const batchUsage = `Has OpenAI's Batch API, or another with its files and batches, answer files of requests.

  node prompt-set.mjs batch send  --base-url URL [--wait SECONDS] FILE…
  node prompt-set.mjs batch fetch --base-url URL [--wait SECONDS] FILE…

  FILE             requests, as Export for Batch… writes them; beside it, FILE.batch.json says what was sent
  --wait SECONDS   looks so often until all is answered, and fetches the answers; without it, fetch looks once
  --header NAME    a further header, whose value is in HOSTED_MODELS_HEADER_NAME; can be repeated
  --allow-http     agrees to send all unencrypted to another machine

Answers go to FILE.out.jsonl and FILE.errors.jsonl, for Import Results…. The same command goes on after a crash; nothing is sent twice.
Exit codes: 0 done; 2 not all is answered; 3 could not run.
`;

/** What was sent of a file of requests; without `batch`, it was uploaded alone. */
const sentSchema = v.object({ file: v.string(), batch: v.exactOptional(v.string()) });
const withId = v.object({ id: v.string() });
const batchSchema = v.object({
  ...withId.entries,
  input_file_id: v.optional(v.string()),
  status: v.optional(v.string(), ''),
  output_file_id: v.nullish(v.string()),
  error_file_id: v.nullish(v.string()),
  request_counts: v.nullish(v.object({ total: v.number(), completed: v.number() })),
  errors: v.nullish(v.unknown()),
});
const longestWaitMs = 24 * 60 * 60 * 1000;
const ended = ['completed', 'failed', 'expired', 'cancelled'];

/** `batch`: sends files of requests or fetches their answers, and returns the exit code. */
export async function batchCommand(args: string[]): Promise<number> {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...{ 'base-url': text, wait: text, header: { ...text, multiple: true } },
      'allow-http': { type: 'boolean', default: false },
    },
  });
  const [what, ...files] = positionals;
  const { 'base-url': url, wait, 'allow-http': allowHttp, header: headers = [] } = values;
  if ((what !== 'send' && what !== 'fetch') || !url || files.length === 0)
    throw new CannotRun('Say send or fetch, --base-url and the files; see batch --help.');
  const waitMs = wait === undefined ? undefined : Number(wait) * 1000;
  if (waitMs !== undefined && !(waitMs > 0 && waitMs <= longestWaitMs))
    throw new CannotRun(`--wait can't be ${wait}.`);
  const service = new BatchService(usableTarget({ baseUrl: url, allowHttp }), headers);
  let left = files;
  let exit: number = gateExits.pass;
  /** Goes on with the files for which `work` resolves with true. What fails is told, and keeps no other file from its answers. */
  const each = async (work: (file: string) => Promise<boolean>, triesAgain: boolean) => {
    const next: string[] = [];
    for (const file of left) {
      try {
        if (await work(file)) next.push(file);
      } catch (error) {
        if (!(error instanceof CannotRun)) throw error;
        note(error.message);
        if (error instanceof PassingFault && triesAgain) next.push(file);
        else exit = gateExits.notRun;
      }
    }
    left = next;
  };
  if (what === 'send') await each((file) => send(file, service), false);
  if (what === 'send' && waitMs === undefined) return exit;
  for (;;) {
    await each(async (file) => !(await fetchAnswers(file, service)), waitMs !== undefined);
    if (left.length === 0) return exit;
    if (waitMs === undefined) return exit || gateExits.unclear;
    await pause(waitMs);
  }
}

/** What another try may get past: a gateway that hiccups, a server that is busy. */
class PassingFault extends CannotRun {}

const passingKinds: readonly string[] = ['network', 'timeout', 'rateLimited', 'server'];

/** Resolves with true once the file is with the service. */
async function send(file: string, service: BatchService): Promise<boolean> {
  const known = await sentOf(file);
  if (known?.batch !== undefined) {
    note(`${file}: sent before, as ${known.batch}. To send it again, delete ${stateOf(file)}.`);
    return true;
  }
  let id = known?.file;
  if (id === undefined) {
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) throw new CannotRun(`${file} is no file that can be read.`);
    const form = new FormData();
    form.set('purpose', 'batch');
    form.set('file', await openAsBlob(file), path.basename(file));
    id = (await service.json('POST', '/files', withId, form)).id;
    await keep(file, { file: id });
  }
  // Whoever was killed here may have made the batch unseen.
  const made =
    known && (await service.json('GET', '/batches?limit=100', v.object({ data: v.array(batchSchema) })));
  const same = made?.data.find((one) => one.input_file_id === id);
  const asked = { input_file_id: id, endpoint: '/v1/chat/completions', completion_window: '24h' };
  const batch = same ?? (await service.json('POST', '/batches', batchSchema, JSON.stringify(asked)));
  await keep(file, { file: id, batch: batch.id });
  note(`${file}: sent as ${batch.id}.`);
  return true;
}

/** Returns whether a batch has ended; its answers are beside its requests then. */
async function fetchAnswers(file: string, service: BatchService): Promise<boolean> {
  const { batch: id } = (await sentOf(file)) ?? {};
  if (id === undefined) throw new CannotRun(`${file} was not sent: send it first.`);
  const batch = await service.json('GET', `/batches/${encodeURIComponent(id)}`, batchSchema);
  const { status, output_file_id: output, error_file_id: errors, request_counts: counts } = batch;
  note(`${file}: ${status}${counts ? `, ${counts.completed} of ${counts.total} answered` : ''}.`);
  if (!ended.includes(status)) return false;
  const stem = file.replace(/\.jsonl$/u, '');
  if (output) await service.download(output, `${stem}.out.jsonl`);
  if (errors) await service.download(errors, `${stem}.errors.jsonl`);
  if (output || errors) return true;
  const said = cleanServerText(JSON.stringify(batch.errors ?? ''), [apiKey() ?? '']);
  throw new CannotRun(
    `${file}: the batch ended without answers (${status}). ${said} To send it again, delete ${stateOf(file)}.`,
  );
}

const stateOf = (file: string) => `${file}.batch.json`;

async function sentOf(file: string) {
  try {
    return await readJsonFile(stateOf(file), sentSchema);
  } catch {
    throw new CannotRun(`${stateOf(file)} can't be read. To send ${file} again, delete it.`);
  }
}

function keep(file: string, sent: v.InferOutput<typeof sentSchema>): Promise<void> {
  return writeFileAtomic(stateOf(file), `${JSON.stringify(sent)}\n`);
}

/** Files and batches at an address. The key goes nowhere else: no redirect is followed. */
class BatchService {
  readonly #baseUrl: string;
  readonly #headers: Record<string, string>;
  readonly #secrets: string[];

  constructor(baseUrl: string, headerNames: readonly string[]) {
    const key = apiKey();
    if (key === undefined) throw new CannotRun(`Set the environment variable ${keyVariable} to the API key.`);
    const further = headerNames.map((name) => [name, process.env[headerVariable(name)] ?? ''] as const);
    this.#baseUrl = baseUrl;
    this.#headers = { ...Object.fromEntries(further), authorization: `Bearer ${key}` };
    this.#secrets = [key, ...further.map(([, value]) => value)].filter(Boolean);
  }

  async json<S extends v.GenericSchema>(
    method: 'GET' | 'POST',
    place: string,
    schema: S,
    body?: string | FormData,
  ): Promise<v.InferOutput<S>> {
    const text = await this.#call(method, place, (response) => response.text(), body);
    const read = v.safeParse(schema, parsedJson(text));
    if (!read.success)
      throw new CannotRun(failureSentence({ kind: 'protocol', code: 'SHAPE' }, this.#baseUrl));
    return read.output;
  }

  async download(id: string, target: string): Promise<void> {
    const place = `/files/${encodeURIComponent(id)}/content`;
    await this.#call('GET', place, ({ body }) => writeFile(`${target}.tmp`, body ?? ''));
    await renameWithRetry(`${target}.tmp`, target);
    note(`${target} was written.`);
  }

  async #call<T>(
    method: string,
    place: string,
    read: (response: Response) => Promise<T>,
    body?: string | FormData,
  ): Promise<T> {
    const type = typeof body === 'string' && { 'content-type': 'application/json' };
    try {
      const response = await fetch(`${this.#baseUrl}/v1${place}`, {
        ...{ method, redirect: 'manual', headers: { ...this.#headers, ...type } },
        ...(body !== undefined && { body }),
      });
      if (response.ok) return await read(response);
      const { status } = response;
      const { message } = readErrorJson(parsedJson(await response.text()));
      const serverMessage = message && cleanServerText(message, this.#secrets);
      throw this.#fault({ kind: status < 400 ? 'redirect' : kindOfStatus(status), status, serverMessage });
    } catch (error) {
      // What `fetch` throws, also while an answer is read; others are the disk's.
      if (!(error instanceof TypeError)) throw error;
      throw this.#fault({ kind: 'network', code: errorCode(error.cause) });
    }
  }

  #fault(
    facts: { [K in 'code' | 'status' | 'serverMessage']?: KeptError[K] | undefined } & Pick<
      KeptError,
      'kind'
    >,
  ) {
    const said = failureSentence(defined(facts), this.#baseUrl);
    return passingKinds.includes(facts.kind) ? new PassingFault(said) : new CannotRun(said);
  }
}
