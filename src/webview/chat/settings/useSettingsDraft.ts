import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { usePost } from '../../shared/post.ts';
import {
  areSameSettings,
  type PageSettings,
  readDraft,
  type SettingName,
  type SettingsDraft,
  toDraft,
} from './settingFields.ts';

/**
 * Tells settings that the host echoes, after they were typed here, from settings that came from elsewhere. An echo lags by a few
 * keys: putting it into the fields would undo what was typed since.
 */
export class SettingsEcho {
  #shown: PageSettings;
  #underway: PageSettings[] = [];

  constructor(shown: PageSettings) {
    this.#shown = shown;
  }

  sent(settings: PageSettings): void {
    this.#underway.push(settings);
  }

  /** True if the fields must show `settings`, which the host has just sent. */
  isNews(settings: PageSettings): boolean {
    if (areSameSettings(settings, this.#shown)) return false;
    this.#shown = settings;
    const echo = this.#underway.findIndex((one) => areSameSettings(one, settings));
    // An echo settles all that was sent before it too; settings from elsewhere replace all that was sent.
    this.#underway = echo === -1 ? [] : this.#underway.slice(echo + 1);
    return echo === -1;
  }
}

/** The column that a message is about; empty for the settings of all columns. */
export type OfColumn = { readonly column?: string };

/** Returns the text of the fields. The host's settings replace it only if they aren't an echo of what was typed here. */
export function useSettingsDraft(settings: PageSettings, of: OfColumn) {
  const post = usePost();
  const [draft, setDraft] = useState(() => toDraft(settings));
  const sent = useRef(settings);
  const echo = useMemo(() => new SettingsEcho(settings), []);
  useLayoutEffect(() => {
    if (!echo.isNews(settings)) return;
    sent.current = settings;
    setDraft(toDraft(settings));
  }, [settings]);

  const take = (next: SettingsDraft) => {
    setDraft(next);
    const read = readDraft(next, sent.current).settings;
    if (areSameSettings(read, sent.current)) return;
    sent.current = read;
    echo.sent(read);
    post({ type: 'settings', settings: read, ...of });
  };
  return {
    draft,
    errors: readDraft(draft, sent.current).errors,
    type: (name: SettingName, value: string) => take({ ...draft, [name]: value }),
    reset: () => take(toDraft({})),
  };
}
