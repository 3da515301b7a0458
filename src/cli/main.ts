import './prepared.ts';
import { parentPort } from 'node:worker_threads';
import { errorCode, errorTrace } from '../core/files/errorCode.ts';
import { gateExits } from '../core/promptSets/verdict/gate.ts';
import { answerRequests } from '../core/promptSets/worker/answerRequests.ts';
import { batchCommand, batchUsage } from './batchCommand.ts';
import { CannotRun, note } from './cannotRun.ts';
import { runCommand } from './runCommand.ts';
import { readRunOptions, usage } from './runOptions.ts';

// As one file, the script is its own worker, and the extension's.
if (parentPort) await answerRequests(parentPort);
else {
  // Whoever reads no further, or has no space for it, gets the exit code all the same.
  for (const out of [process.stdout, process.stderr]) out.on('error', () => undefined);
  // By itself, Node would end with 1, which says that the adapter is worse.
  process.on('uncaughtException', (error) => {
    note(sentenceOf(error));
    process.exit(gateExits.notRun);
  });
  process.exitCode = await runScript(process.argv.slice(2));
}

/** Runs the script with its arguments and returns its exit code. Never rejects. */
async function runScript([command, ...args]: string[]): Promise<number> {
  try {
    if (command === undefined || [command, ...args].includes('--help')) {
      process.stdout.write(command === 'batch' ? batchUsage : usage);
      return command === undefined ? gateExits.notRun : 0;
    }
    if (command === 'run') return await runCommand(await readRunOptions(args));
    if (command === 'batch') return await batchCommand(args);
    throw new CannotRun('The first word must be run or batch; see --help.');
  } catch (error) {
    note(sentenceOf(error));
    return gateExits.notRun;
  }
}

/** A foreign error's text may quote anything, unless it is of what was typed. */
function sentenceOf(error: unknown): string {
  if (error instanceof CannotRun) return error.message;
  const { message, path = '' } = Object(error);
  const code = errorCode(error) ?? '';
  if (code.startsWith('ERR_PARSE_ARGS_')) return String(message);
  return code === '' ? `This is a defect: ${errorTrace(error)}` : `${path} can't be used (${code}).`.trim();
}
