import { Component, type ComponentType } from 'preact';

/** `Inner`, rendered again only when one of its properties is another value (preact's own is in its React layer). */
export function memo<P extends object>(Inner: ComponentType<P>): ComponentType<P> {
  return class Memo extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const before = Object.entries(this.props);
      const after = new Map(Object.entries(next));
      return before.length !== after.size || before.some(([name, value]) => after.get(name) !== value);
    }

    override render() {
      return <Inner {...this.props} />;
    }
  };
}
