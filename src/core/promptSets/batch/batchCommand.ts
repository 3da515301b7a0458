import { invisibles } from '../../../base/invisible.ts';
import { cleanText } from '../../cleanText.ts';
import { headerVariable, keyVariable, shellUrl } from '../../requestCode/codeText.ts';
import { bashText, powershellText, type Shell } from '../../requestCode/shellQuotes.ts';
import { says } from '../file/setProblem.ts';
import { apiInBash, apiInPowershell } from './apiCommand.ts';
import { type BatchCommand, inBash, inPowershell, RefusedName } from './commandParts.ts';
import { vllmInBash, vllmInPowershell } from './vllmCommand.ts';

/** Who answers a batch. `api`: a server with files and batches, as OpenAI's. */
export type BatchEngine = 'vllm' | 'api' | 'ray';

const writers = {
  vllm: { bash: vllmInBash, powershell: vllmInPowershell },
  api: { bash: apiInBash, powershell: apiInPowershell },
  ray: { bash: rayInBash, powershell: rayInPowershell },
};

/** Returns commands that have an engine answer a run's files, as they are pasted. Throws a `RefusedName`. */
export function batchCommand(engine: BatchEngine, command: BatchCommand): string {
  const names = command.models.flatMap(({ name, source, base }) => [name, source, base]);
  for (const text of [command.folder, command.script, ...names])
    if (text !== undefined) refuse(text, command.shell);
  return `${writers[engine][command.shell](command).join('\n')}\n`;
}

function refuse(text: string, shell: Shell): void {
  if (text.search(invisibles) >= 0)
    throw new RefusedName(
      says('A name or path has invisible characters, so no command is safe: {0}', cleanText(text)),
    );
  if (text.startsWith('-'))
    throw new RefusedName(says('A program would take this name for an option: {0}', cleanText(text)));
  // Each version of PowerShell passes them on differently: https://github.com/PowerShell/PowerShell/issues/1995
  if (shell === 'powershell' && text.includes('"'))
    throw new RefusedName(says('PowerShell can’t pass on a quotation mark: {0}', cleanText(text)));
}

/** The address has no character that a shell acts on; a header's name may have some. */
function rayArguments({ apiUrl, headerNames }: BatchCommand, quoted: (text: string) => string): string {
  const headers = headerNames.map((name) => quoted(`--header=${name}`));
  return [quoted(`--base-url=${shellUrl(apiUrl, '')}`), '--concurrency=16', ...headers].join(' ');
}

function rayHint({ headerNames }: BatchCommand): string {
  const variables = [keyVariable, ...headerNames.map(headerVariable)];
  return `# Set ${variables.join(', ')} on each node before "ray start".`;
}

function rayInBash(command: BatchCommand): string[] {
  const script = bashText(command.script);
  const run = `python3 ${script} "$name.jsonl" "$name.out.jsonl" ${rayArguments(command, bashText)}`;
  return [rayHint(command), ...inBash(command, command.models, [run])];
}

function rayInPowershell(command: BatchCommand): string[] {
  const script = powershellText(command.script);
  const run = `python ${script} "$name.jsonl" "$name.out.jsonl" ${rayArguments(command, powershellText)}`;
  return [rayHint(command), ...inPowershell(command, command.models, [run])];
}
