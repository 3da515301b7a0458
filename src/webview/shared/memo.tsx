import { Component, type ComponentChildren } from 'preact';

/** Calls `render` again only when one of its props has changed (preact's own memo is in its React layer). */
export function memo<P extends object>(render: (props: P) => ComponentChildren) {
  return class Memo extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      return !isSame(this.props, next);
    }

    // Called directly, not as a child component: a long answer has thousands. So hooks belong to this one.
    override render() {
      return render(this.props);
    }
  };
}

// Runs for every component of a long answer at each new piece of it, so it allocates nothing.
function isSame(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): boolean {
  for (const name in after) if (before[name] !== after[name]) return false;
  for (const name in before) if (!(name in after)) return false;
  return true;
}
