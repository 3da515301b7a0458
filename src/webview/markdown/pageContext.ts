import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** What rendered text may ask of its page. */
export interface PageActions {
  copy(text: string): void;
  openLink(href: string): void;
}

const PageContext = createContext<PageActions>({ copy: () => undefined, openLink: () => undefined });

export const PageProvider = PageContext.Provider;

export function usePage(): PageActions {
  return useContext(PageContext);
}
