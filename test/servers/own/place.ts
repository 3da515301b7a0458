import { mkdir, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { runProgram } from '../../workbench/program.ts';

/** Packages that are large, or slow to get. */
const installMs = 60 * 60_000;

/** A folder outside the repository with a Python of its own, where a server is installed once. */
export interface Place {
  folder: string;
  /** Returns the path of a program there. */
  program(name: string): string;
  /** Runs a program there to its end. Resolves with its output; throws with the end of it if it fails. */
  run(command: string, ...args: string[]): Promise<string>;
  /** Makes the folder and its Python. Resolves with false if they were there. */
  make(): Promise<boolean>;
}

/** The folder is `~/.cache/hosted-models-NAME`, or what the variable `NAME_FOLDER` says. */
export function placeOf(name: string): Place {
  const variable = `${name.toUpperCase().replaceAll('-', '_')}_FOLDER`;
  const folder = process.env[variable] ?? path.join(homedir(), '.cache', `hosted-models-${name}`);
  const run = async (command: string, ...args: string[]) => {
    const env = { ...process.env, HF_HUB_OFFLINE: '1' };
    const { code, output } = await runProgram(command, args, { cwd: folder, env, limitMs: installMs });
    if (code !== 0) throw new Error(`${path.basename(command)} ${args[0]} failed:\n${output.slice(-2000)}`);
    return output;
  };
  const make = async () => {
    await mkdir(folder, { recursive: true });
    if ((await readdir(folder)).includes('venv')) return false;
    await run('python3', '-m', 'venv', 'venv');
    return true;
  };
  return { folder, program: (program) => path.join(folder, 'venv', 'bin', program), run, make };
}

/** Returns the first version in a program's output. */
export function versionIn(output: string): string {
  return /\d+\.\d+\.\d+\S*/.exec(output)?.[0] ?? '?';
}
