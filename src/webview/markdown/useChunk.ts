import { useLayoutEffect, useState } from 'preact/hooks';

/** Code that is loaded when it is first wanted; once there, it is at hand at once for all. */
export interface Chunk<T> {
  load: () => Promise<T>;
  loaded: T | undefined;
}

export function useChunk<T extends object>(chunk: Chunk<T>, isWanted: boolean): T | undefined {
  const [loaded, setLoaded] = useState(chunk.loaded);
  // Not `useEffect`: for that each new formula or block of an answer would ask for a frame of its own.
  useLayoutEffect(() => {
    if (!isWanted || loaded !== undefined) return;
    let isGone = false;
    const take = (module: T) => {
      chunk.loaded = module;
      if (!isGone) setLoaded(module);
    };
    // Should the chunk not come, the text stays plain, which is how it was shown so far.
    void chunk.load().then(take, () => undefined);
    return () => {
      isGone = true;
    };
  }, [chunk, isWanted, loaded]);
  return loaded;
}
