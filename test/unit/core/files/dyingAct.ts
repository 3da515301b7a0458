// Does one of `acts` in FOLDER, and dies at its Nth step on disk, leaving that half done:
//   node dyingAct.ts FOLDER NAME N
import fs, { type FileHandle, open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { acts } from './acts.ts';

const [, , folder = '', name = '', last = '0'] = process.argv;
let step = 0;

/** True at the last step. */
function isLast(): boolean {
  step += 1;
  return step === Number(last);
}

function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise<never>(() => undefined);
}

type Step = (...args: never[]) => Promise<unknown>;

/** Makes these functions of the file system die instead of working. */
function mortal(owner: object, names: readonly string[]): void {
  for (const one of names) {
    const work = Reflect.get(owner, one) as Step;
    Reflect.set(owner, one, function (this: unknown, ...args: never[]) {
      return isLast() ? die() : work.apply(this, args);
    });
  }
}

/** Makes a write die halfway. */
function torn(handle: FileHandle): void {
  for (const one of ['write', 'writeFile', 'appendFile']) {
    const work = Reflect.get(handle, one) as (
      data: string | Uint8Array,
      ...more: never[]
    ) => Promise<unknown>;
    Reflect.set(handle, one, async function (this: unknown, data: string | Uint8Array, ...more: never[]) {
      if (!isLast()) return work.call(this, data, ...more);
      await work.call(this, data.slice(0, data.length / 2));
      return die();
    });
  }
}

const handle = await open(import.meta.filename);
const prototype = Object.getPrototypeOf(handle) as FileHandle;
await handle.close();
await acts[name]?.prepare?.(folder);
torn(prototype);
mortal(prototype, ['sync', 'truncate']);
mortal(fs, ['rename', 'rm', 'unlink', 'mkdir', 'utimes', 'writeFile', 'appendFile']);
syncBuiltinESMExports();
await acts[name]?.act(folder);
