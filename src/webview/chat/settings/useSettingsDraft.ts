import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { usePost } from '../../shared/post.ts';
import {
  areSameSettings,
  type PageSettings,
  readDraft,
  type SettingName,
  type SettingsDraft,
  settingNames,
  toDraft,
} from './settingFields.ts';
import type { FaultKeeper } from './useHeldHost.ts';

/** The column that a message is about; empty for the settings of all columns. */
export type OfColumn = { readonly column?: string };

/**
 * Returns the text of the fields. The host's settings replace it only if they aren't an echo of what was typed here. An echo
 * lags by a few keys, so it would undo what was typed since.
 */
export function useSettingsDraft(settings: PageSettings, of: OfColumn, { textsOf, keep }: FaultKeeper) {
  const post = usePost();
  const [draft, setDraft] = useState<SettingsDraft>(() => ({ ...toDraft(settings), ...textsOf(of.column) }));
  const sent = useRef(settings);
  const shown = useRef(settings);
  const underway = useRef<PageSettings[]>([]);
  useLayoutEffect(() => {
    if (areSameSettings(settings, shown.current)) return;
    shown.current = settings;
    const echo = underway.current.findIndex((one) => areSameSettings(one, settings));
    // An echo settles all that was sent before it too; settings from elsewhere replace all that was sent.
    underway.current = echo === -1 ? [] : underway.current.slice(echo + 1);
    if (echo !== -1) return;
    sent.current = settings;
    setDraft(toDraft(settings));
  }, [settings]);

  const take = (next: SettingsDraft) => {
    setDraft(next);
    const read = readDraft(next, sent.current).settings;
    if (areSameSettings(read, sent.current)) return;
    sent.current = read;
    underway.current.push(read);
    post({ type: 'settings', settings: read, ...of });
  };
  const { errors } = readDraft(draft, sent.current);
  const faulty = settingNames.filter((name) => errors[name] !== undefined).map((name) => [name, draft[name]]);
  useLayoutEffect(() => keep(of.column, Object.fromEntries(faulty)), [JSON.stringify(faulty)]);
  return {
    draft,
    errors,
    type: (name: SettingName, value: string) => take({ ...draft, [name]: value }),
    reset: () => take(toDraft({})),
  };
}
