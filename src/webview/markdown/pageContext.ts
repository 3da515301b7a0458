import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** What rendered text may ask of its page. */
export interface PageActions {
  copy(text: string): void;
  openLink(href: string): void;
  insertCode(text: string): void;
  /** `language` as the fence names it; empty where it names none. */
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
