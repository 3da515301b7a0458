import { type Contender, loadReadChat } from '../stream/readChat.ts';

export interface MemoryUse {
  /** Bytes above the baseline after a full collection before the stream. */
  peakHeap: number;
  peakRss: number;
  characters: number;
}

// Rare enough to cost nothing compared with the stream, frequent enough to see every rise between two collections.
const piecesPerSample = 200;
const sampleMs = 5;

/** Reads an answer and keeps nothing of it. Samples the heap meanwhile, including garbage. */
export async function makeJob(contender: Contender): Promise<(urls: MemoryUrls) => Promise<MemoryUse>> {
  const readChat = await loadReadChat(contender);
  return async ({ warmUp, stream }) => {
    await readChat(warmUp, () => undefined);
    globalThis.gc?.();
    const before = process.memoryUsage();
    const use: MemoryUse = { peakHeap: 0, peakRss: 0, characters: 0 };
    const sample = (): void => {
      const { heapUsed, rss } = process.memoryUsage();
      use.peakHeap = Math.max(use.peakHeap, heapUsed - before.heapUsed);
      use.peakRss = Math.max(use.peakRss, rss - before.rss);
    };
    const timer = setInterval(sample, sampleMs);
    let pieces = 0;
    await readChat(stream, (text) => {
      use.characters += text.length;
      pieces += 1;
      // Our pieces are whole reads, while the others' are single chunks.
      if (pieces % piecesPerSample === 0 || text.length > piecesPerSample) sample();
    });
    clearInterval(timer);
    sample();
    return use;
  };
}

export interface MemoryUrls {
  warmUp: string;
  stream: string;
}
