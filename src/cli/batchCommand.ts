import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
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
  if (waitMs !== undefined && !(waitMs > 0)) throw new CannotRun(`--wait can't be ${wait}.`);
  const service = new BatchService(usableTarget({ baseUrl: url, allowHttp }), headers);
  if (what === 'send') for (const file of files) await send(file, service);
  if (what === 'send' && waitMs === undefined) return 0;
  for (;;) {
    const left: string[] = [];
    for (const file of files) if (!(await fetchAnswers(file, service))) left.push(file);
    if (left.length === 0) return 0;
    if (waitMs === undefined) return 2;
    await pause(waitMs);
  }
}

async function send(file: string, service: BatchService): Promise<void> {
  const known = await sentOf(file);
  if (known?.batch !== undefined) return note(`${file}: sent before.`);
  let id = known?.file;
  if (id === undefined) {
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
  throw new CannotRun(`${file}: the batch ended without answers (${status}). ${said}`);
}

const stateOf = (file: string) => `${file}.batch.json`;

function sentOf(file: string) {
  return readJsonFile(stateOf(file), sentSchema);
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
    const read = v.safeParse(schema, parsedJson(await (await this.#open(method, place, body)).text()));
    if (!read.success)
      throw new CannotRun(failureSentence({ kind: 'protocol', code: 'SHAPE' }, this.#baseUrl));
    return read.output;
  }

  async download(id: string, target: string): Promise<void> {
    const { body } = await this.#open('GET', `/files/${encodeURIComponent(id)}/content`);
    await writeFile(`${target}.tmp`, body ?? '');
    await renameWithRetry(`${target}.tmp`, target);
    note(`${target} was written.`);
  }

  async #open(method: string, place: string, body?: string | FormData): Promise<Response> {
    const type = typeof body === 'string' && { 'content-type': 'application/json' };
    const response = await fetch(`${this.#baseUrl}/v1${place}`, {
      ...{ method, redirect: 'manual', headers: { ...this.#headers, ...type } },
      ...(body !== undefined && { body }),
    }).catch((error: unknown) => {
      const code = errorCode(Object(error).cause);
      throw new CannotRun(failureSentence(defined({ kind: 'network', code }), this.#baseUrl));
    });
    if (response.ok) return response;
    const { status } = response;
    const { message } = readErrorJson(parsedJson(await response.text()));
    const serverMessage = message && cleanServerText(message, this.#secrets);
    const kind = status < 400 ? 'redirect' : kindOfStatus(status);
    throw new CannotRun(failureSentence(defined({ kind, status, serverMessage }), this.#baseUrl));
  }
}
