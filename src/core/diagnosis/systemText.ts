import { arch, release, type } from 'node:os';

/** Returns the operating system, e.g. `Linux 6.8.0 x64`. */
export function systemText(): string {
  return `${type()} ${release()} ${arch()}`;
}
