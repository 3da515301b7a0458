// Loaded before VS Code's server, which finds no native module for its log files: npm brings none.
import childProcess, { type ForkOptions } from 'node:child_process';
import { registerHooks, syncBuiltinESMExports } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@vscode/spdlog'
      ? { url: new URL('./fileLogger.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});

// The server forks its extension host, without the options that it was itself started with.
if (process.argv[1]?.endsWith('server-main.js')) {
  const { fork } = childProcess;
  const forkWithLogs = (file: string, args: string[], options: ForkOptions) => {
    const execArgv = [`--import=${import.meta.url}`, ...(options.execArgv ?? [])];
    return fork(file, args, { ...options, execArgv });
  };
  Object.assign(childProcess, { fork: forkWithLogs });
  syncBuiltinESMExports();
}
