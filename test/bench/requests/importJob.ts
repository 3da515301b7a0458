import { registerHooks } from 'node:module';

/** Gives the milliseconds that importing a module takes, its evaluation included; in a fresh process, or it is there already. */
export async function makeJob(): Promise<(moduleUrl: string) => Promise<number>> {
  registerHooks({
    resolve: (name, context, next) =>
      name === 'vscode' ? { url: stub, shortCircuit: true } : next(name, context),
  });
  return async (moduleUrl) => {
    const startedAt = performance.now();
    await import(moduleUrl);
    return performance.now() - startedAt;
  };
}

// What of VS Code has to be there while the extension's modules are evaluated, and nothing is called yet.
const stub = `data:text/javascript,${encodeURIComponent(`
  export class TreeItem {}
  export class ThemeIcon {}
  export class EventEmitter {}
  export class Disposable {}
  export const TreeItemCollapsibleState = {};
`)}`;
