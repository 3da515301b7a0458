// Runs a file in Node once everything its kind of tests needs is there:
//   node test/setUpFor.ts page|host|e2e FILE [ARGUMENTS …]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isKind, type Kind, type Needs, needsOfKinds, setUp } from './workbench/setUp.ts';
import { hasVscodeServers, isVscodeVersion } from './workbench/vscodeServer.ts';

const [kind, ...command] = process.argv.slice(2);
if (!isKind(kind)) throw new Error(`There is nothing to set up for "${kind}".`);

/** Needs less than usual if `runHost.ts` runs a single VS Code, or a desktop one. */
function needsOf(kind: Kind, args: readonly string[]): Needs {
  if (kind !== 'host') return needsOfKinds[kind];
  if (args.includes('--desktop') || !hasVscodeServers()) return needsOfKinds.desktop;
  const version = args[args.indexOf('--version') + 1];
  return { ...needsOfKinds.host, ...(isVscodeVersion(version) && { versions: [version] }) };
}

/** The program shares the terminal and its Ctrl+C; other signals are passed on. Resolves with its exit code. */
async function run(args: readonly string[]): Promise<number> {
  // The handlers come first: a signal may come as soon as the child runs.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

try {
  await using _ready = await setUp(needsOf(kind, command));
  process.exitCode = await run(command);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
