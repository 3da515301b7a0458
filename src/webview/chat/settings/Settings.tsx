import type { RefObject } from 'preact';
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChatFrame, PageColumn } from '../../../protocol/chat.ts';
import { Button, Icon } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import { isInputMethod } from '../composer/composerText.ts';
import { type ChatHost, keepOf, keptOf } from '../pageStore.ts';
import { WithoutEarlier } from './CheckBox.tsx';
import { PresetField, SettingField } from './SettingField.tsx';
import { countSet, type SettingName, settingNames } from './settingFields.ts';
import type { Fault, FaultKeeper } from './useHeldHost.ts';
import { type OfColumn, useSettingsDraft } from './useSettingsDraft.ts';

const firstSettings = settingNames.slice(0, settingNames.indexOf('maxTokens') + 1);
/** The settings behind "More". */
const moreSettings = settingNames.slice(firstSettings.length);

interface SettingsProps {
  frame: ChatFrame;
  /** Id of the column whose settings are shown; `undefined` for the settings of all columns. */
  column: string | undefined;
  faults: FaultKeeper;
  onColumn: (column: string | undefined) => void;
  /** Called on Escape inside the panel. */
  onClose: () => void;
}

/** Shows the settings of all columns, or of one column, which then has its own. */
export function Settings({ frame, column, faults, onColumn, onClose }: SettingsProps) {
  const { columns } = frame;
  const canDiffer = columns.length > 1 && !frame.isBlind && !frame.isHidden;
  // The chosen column may have been closed.
  const own = canDiffer ? columns.find(({ id }) => id === column) : undefined;
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isInputMethod(event)) return;
    // Escape is meant for this panel, so it must not stop the answer.
    event.preventDefault();
    onClose();
  };
  return (
    <section class="settings" id="settings" aria-label={t('Settings')} onKeyDown={press}>
      {canDiffer && <AppliesTo frame={frame} column={own?.id} onColumn={onColumn} />}
      {/* The key makes a new form: what was typed for one column must not go to another. */}
      <SettingsForm key={own?.id ?? ''} frame={frame} own={own} faults={faults} />
    </section>
  );
}

function AppliesTo({ frame: { columns }, column, onColumn }: Omit<SettingsProps, 'onClose' | 'faults'>) {
  return (
    <div class="row applies">
      <label for="settings-of">{t('Applies to')}</label>
      <select
        id="settings-of"
        value={column ?? ''}
        onChange={({ currentTarget }) => onColumn(currentTarget.value || undefined)}
      >
        <option value="">{t('All models')}</option>
        {columns.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

interface SettingsFormProps extends Pick<SettingsProps, 'frame' | 'faults'> {
  own: PageColumn | undefined;
}

function SettingsForm({ frame, own, faults }: SettingsFormProps) {
  const { settings, presets } = own ?? frame;
  const of: OfColumn = own ? { column: own.id } : {};
  const { draft, errors, type, reset } = useSettingsDraft(settings, of, faults);
  const refusals = refusalsOf(frame, own);
  const hasOnlyColumn = frame.columns.length === 1;
  // Open at first if any of these settings is set or refused: a hidden field that has an effect would puzzle the user.
  const [isUnfolded, setUnfolded] = useState(
    () =>
      (hasOnlyColumn && frame.isWithoutEarlier) ||
      moreSettings.some((name) => draft[name] !== '' || refusals.has(name)),
  );
  const isMoreOpen = isUnfolded || moreSettings.some((name) => errors[name] !== undefined);
  const field = (name: SettingName) => (
    <SettingField
      key={name}
      name={name}
      value={draft[name]}
      error={errors[name]}
      refusal={refusals.get(name)}
      of={of}
      onType={(value) => type(name, value)}
    />
  );
  return (
    <>
      <div class="settings-head">
        <PresetField presets={presets} hasSettings={countSet(settings) > 0} of={of} onNone={reset} />
        <Button onClick={reset}>{t('Reset')}</Button>
      </div>
      {firstSettings.map(field)}
      <div class="settings-foot">
        <button
          type="button"
          class="row tight link-button"
          aria-expanded={isMoreOpen}
          aria-controls="settings-more"
          onClick={() => setUnfolded(!isMoreOpen)}
        >
          <Icon name={isMoreOpen ? 'chevron-down' : 'chevron-right'} />
          {t('More')}
        </button>
      </div>
      {isMoreOpen && (
        <div class="settings-more" id="settings-more">
          {moreSettings.map(field)}
          {hasOnlyColumn && (
            <div class="settings-foot">
              <WithoutEarlier frame={frame} />
            </div>
          )}
        </div>
      )}
    </>
  );
}

/** Returns what to say about each setting that a service refuses, in this column or in all that share the settings. */
function refusalsOf({ columns }: ChatFrame, own: PageColumn | undefined): ReadonlyMap<SettingName, string> {
  const shown = own ? [own] : columns.filter((one) => columns.length === 1 || !one.hasOwnSettings);
  return new Map(shown.flatMap(({ refused }) => refused.map(({ setting, text }) => [setting, text])));
}

/**
 * Opens and closes the settings of all columns, or of one of them. They outlive the page. If something else than their button opens
 * them, they get the focus. Closing them moves the focus to the button.
 */
export function useSettingsToggle(
  host: Pick<ChatHost, 'kept' | 'keep'>,
  page: RefObject<HTMLElement | null>,
  { conversationId, columns }: ChatFrame,
) {
  const [kept] = useState(() => keptOf(host, conversationId).settings);
  const [isOpen, setOpen] = useState(kept !== undefined);
  const [column, choose] = useState(kept?.column);
  useLayoutEffect(() => {
    keepOf(host, conversationId, { settings: isOpen ? { column } : undefined });
  }, [host, conversationId, isOpen, column]);
  const latest = useRef(columns);
  latest.current = columns;
  const toggle = useCallback(() => {
    choose(undefined);
    setOpen((before) => !before);
  }, []);
  /** Opens the settings of all columns, or of one, at one of them. */
  const show = useCallback(
    ({ column: id, setting }: Fault) => {
      choose(id);
      setOpen(true);
      // The region exists after the next render.
      requestAnimationFrame(() => page.current?.querySelector<HTMLElement>(`#setting-${setting}`)?.focus());
    },
    [page],
  );
  /** Opens the settings with which the column at this index is asked. */
  const open = useCallback(
    (place: number) => {
      const { id, hasOwnSettings } = latest.current[place] ?? {};
      show({ column: hasOwnSettings ? id : undefined, setting: 'systemPrompt' });
    },
    [show],
  );
  const close = useCallback(() => {
    setOpen(false);
    page.current?.querySelector<HTMLElement>('[aria-controls=settings]')?.focus();
  }, [page]);
  return { isOpen, column, choose, toggle, open, show, close };
}
