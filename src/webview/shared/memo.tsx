import { Component, type ComponentChildren } from 'preact';

/** Returns a component that calls `render` again only if a prop has changed. (Preact's own memo is in its React layer.) */
export function memo<P extends object>(render: (props: P) => ComponentChildren) {
  return class Memo extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      return !isSame(this.props, next);
    }

    // `render` is called directly, not as a child component, since a long answer has thousands of these. So its hooks belong to
    // this component.
    override render() {
      return render(this.props);
    }
  };
}

// Runs for every component of a long answer with each new piece of it, so it allocates nothing.
function isSame(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): boolean {
  for (const name in after) if (before[name] !== after[name]) return false;
  for (const name in before) if (!(name in after)) return false;
  return true;
}
