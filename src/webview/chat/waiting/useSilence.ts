import { createContext } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import { nextChangeMs, type Silence } from './waitingText.ts';

/** Where the silence of the streaming answer is measured. */
export interface SilenceSource {
  /** Of this answer, or else the longest one; `undefined` if it doesn't stream, or nothing does. */
  silence(turn?: string): Silence | undefined;
  /** Calls `listener` when a silence begins or is broken, until the returned function is called. */
  onSilence(listener: () => void): () => void;
  /** The clock it goes by, in ms. */
  now(): number;
}

export const SilenceContext = createContext<SilenceSource>({
  silence: () => undefined,
  onSilence: () => () => undefined,
  now: () => 0,
});

/** Returns `text` of an answer's silence as seconds pass; `undefined` if nothing streams. Renders only when it changes. */
export function useSilence(
  text: (silence: Silence, now: number) => string | undefined,
  turn?: string,
): string | undefined {
  const source = useContext(SilenceContext);
  const [shown, setShown] = useState<string | undefined>(undefined);
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = () => {
      const silence = source.silence(turn);
      const now = source.now();
      setShown(silence && text(silence, now));
      return silence && nextChangeMs(silence, now);
    };
    const tick = () => {
      const ms = tell();
      timer = ms === undefined ? undefined : setTimeout(tick, ms);
    };
    // A stream breaks a silence many times a second: the timer just runs on.
    const stop = source.onSilence(() => (timer === undefined ? tick() : tell()));
    tick();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [source, text, turn]);
  return shown;
}
