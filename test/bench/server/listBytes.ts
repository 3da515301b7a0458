import { generateLora } from '../../service/generatedLoras.ts';

/** The answer to a request for a list of `count` LoRAs. */
export function listBytes(count: number): Buffer {
  const loras = Array.from({ length: count }, (_, n) => generateLora(n, 1, 1_790_000_000));
  return Buffer.from(JSON.stringify(loras));
}
