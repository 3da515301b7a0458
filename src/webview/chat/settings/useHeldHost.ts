import { useCallback, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { AlertAction, ChatFrame } from '../../../protocol/chat.ts';
import type { ChatToHost } from '../../../protocol/chatToHost.ts';
import { type ChatHost, type DirectHost, keepOf, keptOf } from '../pageStore.ts';
import { type SettingName, type SettingsDraft, settingNames, toDraft, whyNot } from './settingFields.ts';

/** The texts of settings that can't be, as they were typed. */
export type FaultyTexts = Partial<SettingsDraft>;

/** A setting that can't be, and whose it is: a column's id, or `undefined` for the settings of all columns. */
export interface Fault {
  column: string | undefined;
  setting: SettingName;
}

/** Keeps the texts of a column's faulty settings, or of those of all columns, while their form is closed. */
export interface FaultKeeper {
  textsOf(column: string | undefined): FaultyTexts;
  keep(column: string | undefined, faulty: FaultyTexts): void;
}

/** Alert actions that send a request. */
export const askingActions: ReadonlySet<AlertAction> = new Set([
  'retry',
  'edit',
  'continue',
  'withoutPictures',
]);

/** Messages that send a request or save the settings. `blind` is one of them since it hides the settings of single columns. */
const heldTypes: ReadonlySet<ChatToHost['type']> = new Set<ChatToHost['type']>([
  ...['send', 'queue', 'edit', 'regenerate', 'regenerateWith', 'ask', 'addModel', 'savePreset', 'blind'],
] as const);

/**
 * Returns the page's host, except that nothing is asked with other settings than the user has typed: as long as one of them can't be,
 * such a message is held back, and `show` is called. The texts of these settings outlive their form, and the page.
 */
export function useHeldHost(
  direct: DirectHost,
  frame: ChatFrame,
  show: (fault: Fault) => void,
): FaultKeeper & { host: ChatHost; fault: () => Fault | undefined } {
  const { conversationId } = frame;
  const texts = useRef(keptOf(direct, conversationId).faults ?? {});
  const latest = useRef({ frame, show });
  latest.current = { frame, show };
  const textsOf = useCallback((column: string | undefined) => texts.current[column ?? ''] ?? {}, []);
  const fault = useCallback(() => faultIn(latest.current.frame, textsOf), [textsOf]);
  const isTold = useRef(false);
  /** The host asks, too: what waits for the end of an answer, and by commands. */
  const tell = useCallback(() => {
    const isHeld = fault() !== undefined;
    if (isHeld !== isTold.current) direct.post({ type: 'held', isHeld });
    isTold.current = isHeld;
  }, [direct, fault]);
  const keep = useCallback(
    (column: string | undefined, faulty: FaultyTexts) => {
      const { [column ?? '']: _, ...others } = texts.current;
      const isFaulty = Object.keys(faulty).length > 0;
      texts.current = isFaulty ? { ...others, [column ?? '']: faulty } : others;
      keepOf(direct, conversationId, {
        faults: Object.keys(texts.current).length > 0 ? texts.current : undefined,
      });
      tell();
    },
    [direct, conversationId, tell],
  );
  useLayoutEffect(tell);
  const host = useMemo<ChatHost>(
    () => ({
      ...direct,
      post(message) {
        const found = isHeld(message) ? fault() : undefined;
        if (found) latest.current.show(found);
        else direct.post(message);
        if (message.type === 'shareSettings') keep(message.column, {});
        return found === undefined;
      },
    }),
    [direct, keep, fault],
  );
  return { host, textsOf, keep, fault };
}

function isHeld(message: ChatToHost): boolean {
  return message.type === 'alertAction' ? askingActions.has(message.action) : heldTypes.has(message.type);
}

/** Returns the first setting that can't be: it was typed so, or comes from a file. */
function faultIn(
  { settings, columns, isBlind, isHidden }: ChatFrame,
  textsOf: FaultKeeper['textsOf'],
): Fault | undefined {
  const own = columns.length > 1 && !isBlind && !isHidden ? columns : [];
  const all = [
    { column: undefined, settings },
    ...own.map(({ id, hasOwnSettings, ...one }) => ({
      column: id,
      settings: hasOwnSettings ? one.settings : {},
    })),
  ];
  for (const { column, settings: given } of all) {
    const draft = { ...toDraft(given), ...textsOf(column) };
    const setting = settingNames.find((name) => whyNot(name, draft[name]) !== undefined);
    if (setting) return { column, setting };
  }
  return undefined;
}
