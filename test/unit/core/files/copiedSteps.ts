import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, promises, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

/** What a window leaves that is killed at some step on disk. */
interface Killed {
  path: string;
  /** What it had done until then. */
  done: string[];
}

/** The code and the signal of a process that has killed itself. Windows has no signals. */
export const killedByItself = process.platform === 'win32' ? [1, null] : [null, 'SIGKILL'];

/** Runs a script that works in `folder` with `copySteps`, and returns a copy of the folder for each possible kill, in order. */
export async function killAtEachStep(
  script: string,
  folder: string,
  copies: string,
  ...args: string[]
): Promise<Killed[]> {
  await mkdir(copies, { recursive: true });
  const child = spawn(process.execPath, [script, folder, copies, ...args], { stdio: 'inherit' });
  assert.deepEqual(await once(child, 'exit'), killedByItself);
  const count = (await readdir(copies)).filter((name) => name.endsWith('.json')).length;
  return Promise.all(
    Array.from({ length: count }, async (_, number) => ({
      path: join(copies, String(number)),
      done: JSON.parse(await readFile(join(copies, `${number}.json`), 'utf8')) as string[],
    })),
  );
}

/**
 * Copies `folder` from now on before each change that this process makes on disk, and in the middle of each write. `die` copies it once
 * more and kills the process, with its locks held.
 */
export async function copySteps(folder: string, copies: string) {
  const done: string[] = [];
  let count = 0;
  const copy = () => {
    cpSync(folder, join(copies, String(count)), { recursive: true, preserveTimestamps: true });
    writeFileSync(join(copies, `${count}.json`), JSON.stringify(done));
    count += 1;
  };
  const watch = (target: object, name: string, isTorn: boolean) => {
    const own = Reflect.get(target, name) as (...args: unknown[]) => Promise<object | undefined>;
    async function watched(this: unknown, ...args: unknown[]): Promise<object | undefined> {
      copy();
      if (!isTorn) return own.apply(this, args);
      const bytes = Buffer.from(args[0] as string);
      await own.call(this, bytes.subarray(0, bytes.length / 2));
      copy();
      const rest = await own.call(this, bytes.subarray(bytes.length / 2));
      return name === 'write' ? { ...rest, bytesWritten: bytes.length } : rest;
    }
    Reflect.set(target, name, watched);
  };
  const handle = await promises.open(import.meta.filename);
  for (const name of ['write', 'writeFile', 'appendFile']) watch(Object.getPrototypeOf(handle), name, true);
  await handle.close();
  for (const name of ['mkdir', 'open', 'writeFile', 'appendFile', 'rename', 'rm', 'unlink', 'utimes'])
    watch(promises, name, false);
  syncBuiltinESMExports();
  const die = () => {
    copy();
    process.kill(process.pid, 'SIGKILL');
  };
  return { done, die };
}
