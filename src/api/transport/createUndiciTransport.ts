import type { Transport } from '../types.ts';
import type { UndiciOptions } from './undiciTransport.ts';

/** Loads undici, which esbuild keeps in a chunk of its own, and makes a transport that goes the direct way. */
export async function createUndiciTransport(options: UndiciOptions = {}): Promise<Transport> {
  const { buildUndiciTransport } = await import('./undiciTransport.ts');
  return buildUndiciTransport(options);
}
