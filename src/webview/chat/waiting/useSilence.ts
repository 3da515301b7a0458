import { createContext } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import { nextChangeMs, type WaitingTime } from './waitingText.ts';

/** Measures for how long streaming answers have been silent. */
export interface SilenceSource {
  /** Returns the silence of this answer if it streams or, without `turn`, the longest of all; else `undefined`. */
  silence(turn?: string): WaitingTime | undefined;
  /** Calls `listener` when a silence begins or is broken, until the returned function is called. */
  onSilence(listener: () => void): () => void;
  /** Returns the time by the clock of the silences, in milliseconds. */
  now(): number;
}

export const SilenceContext = createContext<SilenceSource>({
  silence: () => undefined,
  onSilence: () => () => undefined,
  now: () => 0,
});

/** Returns what `text` says about an answer's silence as seconds pass; `undefined` if none is streaming. Renders only changes. */
export function useSilence(
  text: (silence: WaitingTime, now: number) => string | undefined,
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
    // A stream breaks a silence many times a second, so the timer is not restarted.
    const stop = source.onSilence(() => (timer === undefined ? tick() : tell()));
    tick();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [source, text, turn]);
  return shown;
}
