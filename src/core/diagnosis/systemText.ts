import { arch, release, type } from 'node:os';

/** The system that this runs on, as `Linux 6.8.0 x64`. */
export function systemText(): string {
  return `${type()} ${release()} ${arch()}`;
}
