import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { usePost } from '../../shared/post.ts';
import type { ChatSettings, SettingName } from './settingFields.ts';
import { SettingsEcho } from './settingsEcho.ts';
import { areSameSettings, readDraft, type SettingsDraft, toDraft } from './settingsForm.ts';

/** Whose settings a message is about; empty: those of all columns. */
export type OfColumn = { readonly column?: string };

/** The text of the fields. The host's settings replace it only if they aren't what was typed here. */
export function useSettingsDraft(settings: ChatSettings, of: OfColumn) {
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
