import { createContext } from 'preact';

/** How an answer hears that its text, and nothing else of the page, has grown. */
export interface Growth {
  /** Calls back with what has come behind the text, until the function that it returns is called. */
  subscribe(turn: string, listener: (added: string) => void): () => void;
  /** Has to be called when it stands in the page. */
  shown(): void;
}

export const GrowthContext = createContext<Growth>({
  subscribe: () => () => undefined,
  shown: () => undefined,
});
