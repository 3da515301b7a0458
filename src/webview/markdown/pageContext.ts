import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** What rendered text may ask its page to do. */
export interface PageActions {
  copy(text: string): void;
  openLink(href: string): void;
  insertCode(text: string): void;
  /** `language` as named by the fence; empty if it names none. */
  newFile(text: string, language: string): void;
}

const PageContext = createContext<PageActions>({
  copy: () => undefined,
  openLink: () => undefined,
  insertCode: () => undefined,
  newFile: () => undefined,
});

export const PageProvider = PageContext.Provider;

export function usePage(): PageActions {
  return useContext(PageContext);
}
