import { spawn } from 'node:child_process';

/** What each system opens an address with. Windows' `start` would take the address' `%` for a variable. */
function opener(address: string): [string, ...string[]] {
  if (process.platform === 'darwin') return ['open', address];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return ['xdg-open', address];
}

/** Opens `address` in the user's browser. The address was printed before, so that it fails silently. */
export function openAddress(address: string): void {
  const [command, ...args] = opener(address);
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.once('error', () => console.log('Open that address in a browser.'));
  child.unref();
}
