import { Drawing } from '../../../src/ui/shared/drawing.ts';

const drawing = new Drawing();
drawing.begin();

/** A Models view whose rows never come. They would get the focus once a connection was added, while the next test asks. */
export const undrawnView = { tree: { drawing }, revealConnection: async () => undefined };
