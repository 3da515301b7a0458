import { bashText } from '../../requestCode/shellQuotes.ts';
import { says } from '../file/setProblem.ts';
import { type BatchCommand, type BatchModel, eachFile, RefusedName } from './commandParts.ts';

/** What stands in a command for a place that nobody told. */
const unknownPlace = '/path/to/';
const placeHint = `# Put the folder or the hub's name of each model in place of ${unknownPlace}…`;

interface Engine {
  base: BatchModel;
  loras: BatchModel[];
}

/** One engine serves a base with its LoRAs. */
function enginesOf(models: readonly BatchModel[]): Engine[] {
  const byBase = Map.groupBy(models, ({ name, base }) => base ?? name);
  return [...byBase].map(([name, all]) => ({
    base: all.find((model) => model.name === name) ?? { name, source: undefined, base: undefined, files: [] },
    loras: all.filter((model) => model.name !== name),
  }));
}

function place({ name, source }: BatchModel): string {
  return source ?? unknownPlace + name;
}

/** The arguments after the files, each to be quoted. */
function vllmArguments({ base, loras }: Engine): string[] {
  const modules = new Set(loras.map((lora) => `${lora.name}=${place(lora)}`));
  for (const one of modules)
    if (!/^[^=,]+=[^=,]+$/u.test(one))
      throw new RefusedName(says("vLLM can't read a name or path of a LoRA with “=” or “,”: {0}", one));
  const own = ['--model', place(base), '--served-model-name', base.name];
  if (modules.size === 0) return own;
  return [
    ...own,
    '--enable-lora',
    '--max-loras',
    String(modules.size),
    '--max-lora-rank',
    '64',
    '--lora-modules',
    ...modules,
  ];
}

function vllmHints(models: readonly BatchModel[]): string[] {
  return enginesOf(models).some(({ base, loras }) =>
    [base, ...loras].some(({ source }) => source === undefined),
  )
    ? [placeHint]
    : [];
}

/** Returns commands that have vLLM's `run-batch` answer the files, one engine for each base. */
export function vllmLines(command: BatchCommand): string[] {
  const engines = enginesOf(command.models).flatMap((engine) => {
    const given = vllmArguments(engine).map((word) => (/^[\w-]+$/u.test(word) ? word : bashText(word)));
    const run = `vllm run-batch --input-file "$name.jsonl" --output-file "$name.out.jsonl" ${given.join(' ')}`;
    return eachFile(command, [engine.base, ...engine.loras], run);
  });
  return [...vllmHints(command.models), ...engines];
}
