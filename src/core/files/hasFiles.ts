import { readdir } from 'node:fs/promises';
import { errorCode } from './errorCode.ts';

/** Whether a folder contains anything. False if it does not exist. */
export async function hasFiles(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
