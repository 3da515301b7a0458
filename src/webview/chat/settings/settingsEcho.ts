import { areSameSettings, type ChatSettings } from './settingsForm.ts';

/**
 * Tells the host's echo of what was typed here from settings that came from elsewhere. An echo is late by some keys:
 * putting it into the fields would take back what was typed since.
 */
export class SettingsEcho {
  private shown: ChatSettings;
  private underway: ChatSettings[] = [];

  constructor(shown: ChatSettings) {
    this.shown = shown;
  }

  sent(settings: ChatSettings): void {
    this.underway.push(settings);
  }

  /** Whether the fields have to take over `settings`, which the host just showed. */
  isNews(settings: ChatSettings): boolean {
    if (areSameSettings(settings, this.shown)) return false;
    this.shown = settings;
    const echo = this.underway.findIndex((one) => areSameSettings(one, settings));
    // What was sent before an echo has been overtaken; what is news makes void all that was sent.
    this.underway = echo === -1 ? [] : this.underway.slice(echo + 1);
    return echo === -1;
  }
}
