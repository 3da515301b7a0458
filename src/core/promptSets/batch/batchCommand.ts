import { invisibles } from '../../../base/invisible.ts';
import { cleanText } from '../../cleanText.ts';
import { headerVariable, keyVariable, shellUrl } from '../../requestCode/codeText.ts';
import { anyShellText, bashText } from '../../requestCode/shellQuotes.ts';
import { says } from '../file/setProblem.ts';
import { type BatchCommand, eachFile, RefusedName } from './commandParts.ts';
import { vllmLines } from './vllmCommand.ts';

/** Who answers a batch. */
export type BatchEngine = 'vllm' | 'ray' | 'openai';

const writers = { vllm: vllmLines, ray: rayLines, openai: openAiLine };

/** Returns commands that have an engine answer a run's files, as they are pasted: for bash, OpenAI's for any shell. Throws a `RefusedName`. */
export function batchCommand(engine: BatchEngine, command: BatchCommand): string {
  const names = command.models.flatMap(({ name, source, base }) => [name, source, base]);
  for (const text of [command.folder, command.script, command.ownScript, ...names])
    if (text !== undefined) refuse(text);
  return `${writers[engine](command).join('\n')}\n`;
}

function refuse(text: string): void {
  if (text.search(invisibles) >= 0)
    throw new RefusedName(
      says('A name or path has invisible characters, so no command is safe: {0}', cleanText(text)),
    );
  if (text.startsWith('-'))
    throw new RefusedName(says('A program would take this name for an option: {0}', cleanText(text)));
}

/** The key is in no argument: the script reads it from the environment. */
function rayLines(command: BatchCommand): string[] {
  const { apiUrl, headerNames, models } = command;
  const variables = [keyVariable, ...headerNames.map(headerVariable)];
  // The address has no character that a shell acts on; a header's name may have some.
  const headers = headerNames.map((name) => bashText(`--header=${name}`));
  const given = [bashText(`--base-url=${shellUrl(apiUrl, '')}`), '--concurrency=16', ...headers];
  const run = `python3 ${bashText(command.script)} "$name.jsonl" "$name.out.jsonl" ${given.join(' ')}`;
  return [
    `# Set ${variables.join(', ')} on each node before "ray start".`,
    ...eachFile(command, models, run),
  ];
}

/** One line, which bash, PowerShell and cmd take alike. */
function openAiLine({ ownScript, apiUrl, headerNames, folder, models }: BatchCommand): string[] {
  const separator = folder.includes('\\') ? '\\' : '/';
  const files = models.flatMap((model) => model.files.map((file) => quoted(`${folder}${separator}${file}`)));
  const headers = headerNames.map((name) => ` --header ${quoted(name)}`).join('');
  const given = `--base-url ${quoted(shellUrl(apiUrl, ''))}${headers} --wait 60`;
  return [`node ${quoted(ownScript)} batch send ${given} ${files.join(' ')}`];
}

/** Throws a `RefusedName` for what not all shells take alike in double quotes. */
export function quoted(text: string): string {
  const said = anyShellText(text);
  if (said !== undefined) return said;
  throw new RefusedName(says('No quotes make this name safe in every shell: {0}', cleanText(text)));
}
