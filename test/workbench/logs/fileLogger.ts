// What VS Code uses of the package @vscode/spdlog, so that its logs are in files which tests can read.
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'critical'] as const;

export function setFlushOn(): void {
  // Each line is written at once.
}

export async function createAsyncRotatingLogger(_name: string, file: string) {
  let least = 2;
  mkdirSync(path.dirname(file), { recursive: true });
  const write = levels.map((level, at) => (message: string) => {
    if (at >= least) appendFileSync(file, `[${level}] ${message}\n`);
  });
  return {
    ...Object.fromEntries(levels.map((level, at) => [level, write[at]])),
    setLevel: (level: number) => {
      least = level;
    },
    getLevel: () => least,
    setPattern: setFlushOn,
    clearFormatters: setFlushOn,
    flush: setFlushOn,
    drop: setFlushOn,
  };
}
