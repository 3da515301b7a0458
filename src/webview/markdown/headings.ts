import { createContext } from 'preact';

/** The level of the heading above the text: its own start below. In a chat the title is h1 and the turns are h2. */
export const HeadingsBelow = createContext(2);
