/** What each test of the suite has of its own: made before it, ended after it. */
export function perTest<T>(make: () => T | Promise<T>, end: (made: T) => unknown = () => undefined): () => T {
  let made: { it: T } | undefined;
  beforeEach(async () => {
    made = { it: await make() };
  });
  afterEach(async () => {
    if (made) await end(made.it);
    made = undefined;
  });
  return () => {
    if (!made) throw new Error('It is there while a test runs only.');
    return made.it;
  };
}
