/**
 * Returns a function that runs `save`, never twice at once. Whoever calls during a run gets the next one, however many call: `save`
 * reads the newest state when it starts, and all before that is out of date.
 */
export function saveLatest(save: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const start = () => {
    next = undefined;
    return save();
  };
  return () => {
    if (!next) {
      next = last.then(start, start);
      last = next;
    }
    return next;
  };
}
