import { userSetting } from '../../shared/settings.ts';

/** The setting *Keep History*: off, nothing that is said is written to disk. */
export function keepsHistory(): boolean {
  return userSetting('hostedModels', 'chat.keepHistory') !== false;
}
