import { readdir } from 'node:fs/promises';
import { errorCode } from './atomicFile.ts';

/** Whether there is anything in a folder. False where there is no such folder. */
export async function hasFiles(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
