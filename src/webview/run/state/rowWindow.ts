/** Places in a list; `to` is not included. */
export interface Span {
  from: number;
  to: number;
}

/** How many rows are loaded beyond those in sight, on each side, and how few of these bring the next ones. */
const ahead = 60;
const fewAhead = 20;

/** As the protocol says, whose values a page doesn't load. */
const maxRowsAsked = 200;

/** Returns the rows to ask for so that those in sight have others around them; `undefined` if they have. */
export function rowsToAsk(sight: Span, loaded: Span | undefined, count: number): Span | undefined {
  const needed = widened(sight, fewAhead, count);
  if (loaded && needed.from >= loaded.from && needed.to <= loaded.to) return undefined;
  const next = windowAround(sight, count);
  if (next.to <= next.from || (loaded && next.from === loaded.from && next.to === loaded.to))
    return undefined;
  return next;
}

/** Returns the rows in sight with those around them, as many as may be asked for at once; never none of a list that has some. */
export function windowAround(sight: Span, count: number): Span {
  const inSight = Math.min(sight.to - sight.from, maxRowsAsked);
  const { from, to } = widened(
    { ...sight, to: Math.max(sight.to, sight.from + 1) },
    Math.min(ahead, Math.floor((maxRowsAsked - inSight) / 2)),
    count,
  );
  return { from, to: Math.min(to, from + maxRowsAsked) };
}

function widened({ from, to }: Span, by: number, count: number): Span {
  return { from: Math.max(0, Math.min(from, count - 1) - by), to: Math.min(count, to + by) };
}
