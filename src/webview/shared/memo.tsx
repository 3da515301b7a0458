import { Component, type ComponentChildren } from 'preact';

/** `render`, called again only when one of its properties is another value (preact's own is in its React layer). */
export function memo<P extends object>(render: (props: P) => ComponentChildren) {
  return class Memo extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      return !isSame(this.props, next);
    }

    // Called here and not as a component below this one: a long answer has thousands. Hooks belong to this one then.
    override render() {
      return render(this.props);
    }
  };
}

// Asked for every part of a long answer at each of its pieces: it makes no objects of its own.
function isSame(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): boolean {
  for (const name in after) if (before[name] !== after[name]) return false;
  for (const name in before) if (!(name in after)) return false;
  return true;
}
