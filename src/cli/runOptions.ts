import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { parsedJson } from '../base/json.ts';
import { type ChatSettings, typedSettings } from '../core/chats/tree/chatSettings.ts';
import { maxRepetitions, plainSettings } from '../core/promptSets/run/runRecord.ts';
import { CannotRun, withoutMark } from './cannotRun.ts';
import { type Target, usableTarget } from './service.ts';

export const usage = `Asks models a prompt set and says whether an adapter is worse than its base, or than it was before.

  node prompt-set.mjs run --set FILE --adapter NAME --base NAME --base-url URL
  node prompt-set.mjs run --set FILE --adapter NAME --baseline FILE --base-url URL
  node prompt-set.mjs batch send|fetch --base-url URL FILE…      (batch --help)

The API key is read from the environment variable HOSTED_MODELS_API_KEY.

  --set FILE               the prompts: .jsonl, .json, .csv or .yaml
  --adapter NAME           the model in question
  --base NAME              the model that it is compared with
  --baseline FILE          outcomes of an earlier run that it is compared with instead
  --save-baseline FILE     writes the adapter's outcomes for later runs
  --with-answers           with its prompts and answers
  --base-url URL           the service's address
  --kind hosted|openai     its interface; found out unless given
  --header NAME            a further header, whose value is in HOSTED_MODELS_HEADER_NAME; can be repeated
  --allow-http             agrees to send all unencrypted to another machine
  --settings FILE          temperature, maxTokens, systemPrompt … as JSON; temperature 0 unless given
  --repetitions N          asks each prompt so often; 1 unless given
  --min-difference POINTS  the least difference that matters; what the set can tell apart unless given
  --concurrency N          requests at once; 8 unless given
  --max-tokens-total N     stops once the answers that it asks for have so many tokens
  --out FOLDER             where answers are kept; prompt-set-run unless given
  --summary FILE           writes a report in Markdown
  --junit FILE             writes a report in JUnit's form: only the verdict can fail in it
  --strict                 fails, too, if the set can't tell

The verdict is written to the output, all else to the error output and, in a GitHub workflow, to the step's summary.
Exit codes: 0 not worse by --min-difference or more; 1 worse; 2 can't tell; 3 could not run.
After Ctrl+C or a crash, the same command goes on: nothing that was answered is asked again. Once a run has ended, all is.
Behind a proxy: NODE_USE_ENV_PROXY=1 has Node 22.21, 24 and newer use HTTPS_PROXY, HTTP_PROXY and NO_PROXY.
`;

export interface RunOptions extends Target {
  set: string;
  adapter: string;
  base: string | undefined;
  baseline: string | undefined;
  saveBaseline: string | undefined;
  withAnswers: boolean;
  settings: ChatSettings;
  repetitions: number;
  /** From 0 to 1. */
  minimumDifference: number | undefined;
  concurrency: number;
  maxTotalTokens: number | undefined;
  out: string;
  summary: string | undefined;
  junit: string | undefined;
  strict: boolean;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

/** Throws a `CannotRun` for what can't be meant. */
export async function readRunOptions(args: string[]): Promise<RunOptions> {
  const { values } = parseArgs({
    args,
    options: {
      ...{ set: text, adapter: text, base: text, baseline: text, 'save-baseline': text },
      ...{ 'base-url': text, kind: text, settings: text, repetitions: text, 'min-difference': text },
      ...{ concurrency: text, 'max-tokens-total': text, out: text, summary: text, junit: text },
      ...{ 'with-answers': flag, 'allow-http': flag, strict: flag },
      header: { ...text, multiple: true },
    },
  });
  const { set, adapter, base, baseline, 'base-url': url, kind, 'save-baseline': saveBaseline } = values;
  if (!set || !adapter || !url)
    throw new CannotRun('--set, --adapter and --base-url must be given; see --help.');
  if (base !== undefined && baseline !== undefined)
    throw new CannotRun('An adapter is compared with --base or with --baseline, not with both.');
  if (!base && !baseline && !saveBaseline)
    throw new CannotRun('Say what the adapter is compared with: --base or --baseline.');
  if (base === adapter) throw new CannotRun('--base and --adapter are the same model.');
  if (kind !== undefined && kind !== 'hosted' && kind !== 'openai')
    throw new CannotRun('--kind must be hosted or openai.');
  const whole = (name: 'repetitions' | 'concurrency' | 'max-tokens-total', most: number) =>
    numberOf(name, values[name], (value) => Number.isInteger(value) && value >= 1 && value <= most);
  const points = numberOf('min-difference', values['min-difference'], (value) => value >= 0 && value <= 100);
  const allowHttp = values['allow-http'];
  return {
    ...{ set, adapter, base, baseline, saveBaseline, kind, allowHttp, strict: values.strict },
    baseUrl: usableTarget({ baseUrl: url, allowHttp }),
    headers: values.header ?? [],
    withAnswers: values['with-answers'],
    settings: values.settings === undefined ? plainSettings : await readSettings(values.settings),
    repetitions: whole('repetitions', maxRepetitions) ?? 1,
    minimumDifference: points === undefined ? undefined : points / 100,
    concurrency: whole('concurrency', 1000) ?? 8,
    maxTotalTokens: whole('max-tokens-total', Number.MAX_SAFE_INTEGER),
    out: path.resolve(values.out || 'prompt-set-run'),
    summary: values.summary,
    junit: values.junit,
  };
}

function numberOf(name: string, given: string | undefined, isValid: (value: number) => boolean) {
  if (given === undefined) return undefined;
  const value = given.trim() === '' ? Number.NaN : Number(given);
  if (!isValid(value)) throw new CannotRun(`--${name} can't be ${given}; see --help.`);
  return value;
}

async function readSettings(file: string): Promise<ChatSettings> {
  const read = v.safeParse(
    v.strictObject(typedSettings.entries),
    parsedJson(withoutMark(await readFile(file, 'utf8'))),
  );
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new CannotRun(`${file} has no settings of a run: ${v.getDotPath(issue) ?? 'not a JSON object'}.`);
}
