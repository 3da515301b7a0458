// As much of React as the peer's page uses; its own types are a package of their own.
declare module 'react' {
  export interface ReactNode {
    readonly type: unknown;
  }
  export function createElement<P extends object>(
    type: (props: P) => unknown,
    props: P,
    ...children: string[]
  ): ReactNode;
}

declare module 'react-dom/client' {
  import type { ReactNode } from 'react';
  export function createRoot(element: Element): { render(node: ReactNode): void };
}
