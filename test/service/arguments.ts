import { parseArgs } from 'node:util';
import { baseRate } from './scoredAnswers.ts';
import type { ServiceOptions } from './serviceTypes.ts';

export const usage = `The local reference service: interface-spec.md with sample models.

  npm run service -- [options]

  --port N                 port on 127.0.0.1; 0 (default) takes a free one
  --keys A,B               API keys of the organization (default: sample-key)
  --loras N                how many LoRAs in all; beyond 30 they are generated
  --empty                  no models at all
  --tokens-per-second N    speed of the answers (default: 60; "max" for no pause)
  --seed N                 other generated LoRAs and sample texts (default: 1)
  --better N               answers are right or wrong: base models are right in 0.6, LoRAs in N more,
                           such as 0.15; right is what a prompt has last in double quotes
  --upstream URL           relay chats to an OpenAI-compatible server, such as http://127.0.0.1:8080/v1
  --upstream-key-env NAME  environment variable that holds the upstream's API key
  --upstream-model NAME    model to ask the upstream for, whatever model the chat is with
  --slashes-in-path        names with slashes come raw in paths, and %2F is 404
  --single-base-model      the base model list is one object (spec 4.5)
  --openai                 the same models as an OpenAI-compatible server has them; without --keys, it wants no key
  --sglang                 the same for SGLang: one base with its LoRAs, addressed as base:LoRA
  --verbose                one line for each request
  --help                   this text`;

const options = {
  port: { type: 'string' },
  keys: { type: 'string' },
  loras: { type: 'string' },
  empty: { type: 'boolean' },
  'tokens-per-second': { type: 'string' },
  seed: { type: 'string' },
  better: { type: 'string' },
  upstream: { type: 'string' },
  'upstream-key-env': { type: 'string' },
  'upstream-model': { type: 'string' },
  'slashes-in-path': { type: 'boolean' },
  'single-base-model': { type: 'boolean' },
  openai: { type: 'boolean' },
  sglang: { type: 'boolean' },
  verbose: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

export interface ServiceArguments {
  isHelp: boolean;
  isVerbose: boolean;
  service: ServiceOptions;
}

/** Reads the command line; throws an Error with a message for users. */
export function readArguments(args: string[], env: Record<string, string | undefined>): ServiceArguments {
  const { values } = parseArgs({ args, options, allowPositionals: false });
  const service: ServiceOptions = {};
  const { keys, upstream, 'upstream-key-env': keyName, 'upstream-model': upstreamModel } = values;
  if (values.port !== undefined) service.port = readNumber('port', values.port, 65_535);
  if (values.loras !== undefined) service.loras = readNumber('loras', values.loras, 1_000_000);
  if (values.seed !== undefined) service.seed = readNumber('seed', values.seed, 2 ** 32 - 1);
  if (values['tokens-per-second'] !== undefined)
    service.tokensPerSecond = readSpeed(values['tokens-per-second']);
  if (values.better !== undefined) service.better = readBetter(values.better);
  if (keys !== undefined) service.keys = readKeys(keys);
  if (upstream !== undefined) service.upstream = readUrl(upstream);
  if (keyName !== undefined) service.upstreamKey = readEnvironment(keyName, env);
  if (upstreamModel !== undefined) service.upstreamModel = upstreamModel;
  if (values.empty) service.emptyCatalog = true;
  if (values['slashes-in-path']) service.slashesInPath = true;
  if (values['single-base-model']) service.singleBaseModelObject = true;
  if (values.openai) service.openAi = true;
  if (values.sglang) service.openAi = 'sglang';
  return { isHelp: values.help ?? false, isVerbose: values.verbose ?? false, service };
}

function readNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= most) return value;
  throw new Error(`--${name} must be a whole number from 0 to ${most}, not '${text}'.`);
}

function readSpeed(text: string): number {
  const value = text === 'max' ? Number.POSITIVE_INFINITY : Number(text);
  if (value > 0) return value;
  throw new Error(`--tokens-per-second must be a number above 0 or 'max', not '${text}'.`);
}

function readBetter(text: string): number {
  const value = Number(text);
  if (/^-?[\d.]+$/.test(text) && value >= -baseRate && value <= 1 - baseRate) return value;
  throw new Error(`--better must be a number from ${-baseRate} to ${1 - baseRate}, not '${text}'.`);
}

function readKeys(text: string): string[] {
  const keys = text.split(',').map((key) => key.trim());
  if (keys.every((key) => /^\S+$/.test(key))) return keys;
  throw new Error('--keys must be one or more keys without spaces, separated by commas.');
}

function readUrl(text: string): string {
  if (URL.canParse(text) && /^https?:/i.test(text)) return text;
  throw new Error(
    `--upstream must be an http or https address such as http://127.0.0.1:8080/v1, not '${text}'.`,
  );
}

function readEnvironment(name: string, env: Record<string, string | undefined>): string {
  const value = env[name];
  if (value) return value;
  throw new Error(`--upstream-key-env names the environment variable ${name}, which is not set.`);
}
