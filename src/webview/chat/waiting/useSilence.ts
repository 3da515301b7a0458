import { createContext } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import { nextChangeMs, type Silence } from './waitingText.ts';

/** Where the silence of the streaming answer is measured. */
export interface SilenceSource {
  /** `undefined` if nothing streams. */
  silence(): Silence | undefined;
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

/** Returns `text` of the current silence as seconds pass; `undefined` if nothing streams. Renders only when it changes. */
export function useSilence(text: (silence: Silence, now: number) => string | undefined): string | undefined {
  const source = useContext(SilenceContext);
  const [shown, setShown] = useState<string | undefined>(undefined);
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = () => {
      const silence = source.silence();
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
  }, [source, text]);
  return shown;
}
