import { spawn } from 'node:child_process';

/** The command that opens an address on each system. Windows' `start` would expand `%` in it as a variable. */
function opener(address: string): [string, ...string[]] {
  if (process.platform === 'darwin') return ['open', address];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return ['xdg-open', address];
}

/** Opens `address` in the user's browser. Fails silently, as the address was printed before. */
export function openAddress(address: string): void {
  const [command, ...args] = opener(address);
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.once('error', () => console.log('Open that address in a browser.'));
  child.unref();
}
