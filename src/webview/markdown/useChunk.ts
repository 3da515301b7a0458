import { useLayoutEffect, useState } from 'preact/hooks';

/** Code loaded when first needed; from then on available to all at once. */
export interface Chunk<T> {
  load: () => Promise<T>;
  loaded: T | undefined;
}

export function useChunk<T extends object>(chunk: Chunk<T>, isWanted: boolean): T | undefined {
  const [loaded, setLoaded] = useState(chunk.loaded);
  // Not `useEffect`: each new formula or block of an answer would cost a frame of its own.
  useLayoutEffect(() => {
    if (!isWanted || loaded !== undefined) return;
    const take = (module: T) => {
      chunk.loaded = module;
      setLoaded(module);
    };
    // If the chunk can't be loaded, the text stays plain, as it was shown so far.
    void chunk.load().then(take, () => undefined);
  }, [chunk, isWanted, loaded]);
  return loaded;
}
