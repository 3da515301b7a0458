import { userSetting } from '../../shared/settings.ts';

/** The setting *Keep History*: while off, no chat is written to disk. */
export function keepsHistory(): boolean {
  return userSetting('hostedModels', 'chat.keepHistory') !== false;
}
