import { registerHooks } from 'node:module';

/** Returns how long importing a module takes, including its evaluation, in milliseconds. Needs a fresh process for each module. */
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

// What the extension's modules need of VS Code to be evaluated, before anything is called.
const stub = `data:text/javascript,${encodeURIComponent(`
  export class TreeItem {}
  export class ThemeIcon {}
  export class EventEmitter {}
  export class Disposable {}
  export const TreeItemCollapsibleState = {};
`)}`;
