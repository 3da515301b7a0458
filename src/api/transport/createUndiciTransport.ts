import type { Transport } from '../types.ts';
import type { UndiciOptions } from './undiciTransport.ts';

/** Loads undici, which esbuild puts in a separate chunk, and returns a transport that uses it. */
export async function createUndiciTransport(options: UndiciOptions = {}): Promise<Transport> {
  const { buildUndiciTransport } = await import('./undiciTransport.ts');
  return buildUndiciTransport(options);
}
