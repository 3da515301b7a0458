import { useState } from 'preact/hooks';
import type { ChatFrame } from '../../../protocol/chat.ts';
import { Button, Icon } from '../../shared/Button.tsx';
import { t } from '../../shared/l10n.ts';
import { PresetField } from './PresetField.tsx';
import { SettingField } from './SettingField.tsx';
import { countSet, furtherSettings, type SettingName } from './settingsForm.ts';
import { useSettingsDraft } from './useSettingsDraft.ts';

interface SettingsPanelProps {
  frame: ChatFrame;
}

export function SettingsPanel({ frame }: SettingsPanelProps) {
  const { settings, presets } = frame;
  const { draft, errors, type, reset } = useSettingsDraft(settings);
  // Open if any of it is set: an active field behind a closed fold would puzzle.
  const [isMoreOpen, setMoreOpen] = useState(() => furtherSettings.some((name) => draft[name] !== ''));
  const field = (name: SettingName, label: string, form: 'decimal' | 'numeric' | 'lines', hint?: string) => (
    <SettingField
      id={`setting-${name}`}
      label={label}
      form={form}
      value={draft[name]}
      error={errors[name]}
      onType={(value) => type(name, value)}
      {...(hint === undefined ? {} : { hint })}
    />
  );
  return (
    <section class="settings" id="settings" aria-label={t('Settings')}>
      <div class="settings-head">
        <PresetField presets={presets} hasSettings={countSet(settings) > 0} onNone={reset} />
        <Button onClick={reset}>{t('Reset')}</Button>
      </div>
      {field('systemPrompt', t('System prompt'), 'lines')}
      {field('temperature', t('Temperature'), 'decimal')}
      {field('topP', t('Top P'), 'decimal')}
      {field('maxTokens', t('Max tokens'), 'numeric')}
      <div class="settings-foot">
        <button
          type="button"
          class="link-button"
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
          {field('presencePenalty', t('Presence penalty'), 'decimal')}
          {field('frequencyPenalty', t('Frequency penalty'), 'decimal')}
          {field('seed', t('Seed'), 'numeric')}
          {field('stop', t('Stop sequences'), 'lines', t('One a line; \\n is a line break.'))}
          {field('extra', t('Extra JSON'), 'lines', t('Further fields of the request, sent as they are.'))}
        </div>
      )}
    </section>
  );
}
