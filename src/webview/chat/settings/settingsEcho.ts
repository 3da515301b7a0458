import type { ChatSettings } from './settingFields.ts';
import { areSameSettings } from './settingsForm.ts';

/**
 * Tells the host's echo of what was typed here from settings that came from elsewhere. An echo lags by a few keys:
 * putting it into the fields would undo what was typed since.
 */
export class SettingsEcho {
  #shown: ChatSettings;
  #underway: ChatSettings[] = [];

  constructor(shown: ChatSettings) {
    this.#shown = shown;
  }

  sent(settings: ChatSettings): void {
    this.#underway.push(settings);
  }

  /** True if the fields must take over `settings`, which the host has just shown. */
  isNews(settings: ChatSettings): boolean {
    if (areSameSettings(settings, this.#shown)) return false;
    this.#shown = settings;
    const echo = this.#underway.findIndex((one) => areSameSettings(one, settings));
    // An echo overtakes all that was sent before it; news voids all that was sent.
    this.#underway = echo === -1 ? [] : this.#underway.slice(echo + 1);
    return echo === -1;
  }
}
