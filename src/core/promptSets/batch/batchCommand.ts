import { invisibles } from '../../../base/invisible.ts';
import { cleanText } from '../../cleanText.ts';
import { headerVariable, keyVariable, shellUrl } from '../../requestCode/codeText.ts';
import { bashText } from '../../requestCode/shellQuotes.ts';
import { says } from '../file/setProblem.ts';
import { type BatchCommand, eachFile, RefusedName } from './commandParts.ts';
import { vllmLines } from './vllmCommand.ts';

/** Who answers a batch. */
export type BatchEngine = 'vllm' | 'ray';

const writers = { vllm: vllmLines, ray: rayLines };

/** Returns commands for bash that have an engine answer a run's files, as they are pasted. Throws a `RefusedName`. */
export function batchCommand(engine: BatchEngine, command: BatchCommand): string {
  const names = command.models.flatMap(({ name, source, base }) => [name, source, base]);
  for (const text of [command.folder, command.script, ...names]) if (text !== undefined) refuse(text);
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
