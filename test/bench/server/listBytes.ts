import { generateLora } from '../../service/generatedLoras.ts';

/** The answer to a listing of so many LoRAs. */
export function listBytes(count: number): Buffer {
  const loras = Array.from({ length: count }, (_, n) => generateLora(n, 1, 1_790_000_000));
  return Buffer.from(JSON.stringify(loras));
}
