import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ChatFrame } from '../../../protocol/chat.ts';
import { Button, Icon } from '../../shared/Button.tsx';
import { t } from '../../shared/l10n.ts';
import { isInputMethod } from '../composer/composerText.ts';
import { PresetField } from './PresetField.tsx';
import { SettingField } from './SettingField.tsx';
import { type SettingName, settingNames } from './settingFields.ts';
import { countSet } from './settingsForm.ts';
import { useSettingsDraft } from './useSettingsDraft.ts';

const firstSettings = settingNames.slice(0, settingNames.indexOf('maxTokens') + 1);
/** Behind "More". */
const moreSettings = settingNames.slice(firstSettings.length);

type SettingsFrame = Pick<ChatFrame, 'settings' | 'presets' | 'refused'>;

interface SettingsPanelProps {
  frame: SettingsFrame;
  /** Whose settings they are, if that can change while the panel is open: what was typed for one is not another's. */
  owner?: string | undefined;
  /** Above the fields, e.g. to whom they apply. */
  head?: ComponentChildren;
  /** Escape inside. */
  onClose: () => void;
}

export function SettingsPanel({ frame, owner = '', head, onClose }: SettingsPanelProps) {
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isInputMethod(event)) return;
    // Meant for this panel: the answer goes on.
    event.preventDefault();
    onClose();
  };
  return (
    <section class="settings" id="settings" aria-label={t('Settings')} onKeyDown={press}>
      {head}
      <SettingsForm key={owner} frame={frame} />
    </section>
  );
}

function SettingsForm({ frame }: { frame: SettingsFrame }) {
  const { settings, presets, refused } = frame;
  const { draft, errors, type, reset } = useSettingsDraft(settings);
  const refusals = new Map(refused.map(({ setting, text }) => [setting, text]));
  // Open if any of it is set or refused: an active field behind a closed fold would puzzle.
  const [isMoreOpen, setMoreOpen] = useState(() =>
    moreSettings.some((name) => draft[name] !== '' || refusals.has(name)),
  );
  const field = (name: SettingName) => (
    <SettingField
      key={name}
      name={name}
      value={draft[name]}
      error={errors[name]}
      refusal={refusals.get(name)}
      onType={(value) => type(name, value)}
    />
  );
  return (
    <>
      <div class="settings-head">
        <PresetField presets={presets} hasSettings={countSet(settings) > 0} onNone={reset} />
        <Button onClick={reset}>{t('Reset')}</Button>
      </div>
      {firstSettings.map(field)}
      <div class="settings-foot">
        <button
          type="button"
          class="row tight link-button"
          aria-expanded={isMoreOpen}
          aria-controls="settings-more"
          onClick={() => setMoreOpen(!isMoreOpen)}
        >
          <Icon name={isMoreOpen ? 'chevron-down' : 'chevron-right'} />
          {t('More')}
        </button>
      </div>
      {isMoreOpen && (
        <div class="settings-more" id="settings-more">
          {moreSettings.map(field)}
        </div>
      )}
    </>
  );
}
