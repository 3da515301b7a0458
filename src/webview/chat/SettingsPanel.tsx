import type { Ref } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ChatToHost } from '../../protocol/chat.ts';
import { Button, Icon } from '../shared/Button.tsx';
import { t } from '../shared/l10n.ts';
import { SettingsEcho } from './settingsEcho.ts';
import {
  areSameSettings,
  type ChatSettings,
  readDraft,
  type SettingName,
  type SettingsDraft,
  toDraft,
} from './settingsForm.ts';

interface SettingsPanelProps {
  region: Ref<HTMLElement>;
  settings: ChatSettings;
  post: (message: ChatToHost) => void;
}

export function SettingsPanel({ region, settings, post }: SettingsPanelProps) {
  const { draft, errors, type, reset } = useSettingsDraft(settings, post);
  const field = (name: SettingName, label: string, inputMode: 'decimal' | 'numeric') => (
    <NumberField
      id={`setting-${name}`}
      label={label}
      inputMode={inputMode}
      value={draft[name]}
      error={errors[name]}
      onType={(value) => type(name, value)}
    />
  );
  return (
    <section class="settings" id="settings" aria-label={t('Settings')} ref={region}>
      <div class="field system-prompt">
        <label for="setting-systemPrompt">{t('System prompt')}</label>
        <textarea
          id="setting-systemPrompt"
          rows={2}
          placeholder={t('not set')}
          value={draft.systemPrompt}
          onInput={(event) => type('systemPrompt', event.currentTarget.value)}
        />
      </div>
      {field('temperature', t('Temperature'), 'decimal')}
      {field('topP', t('Top P'), 'decimal')}
      {field('maxTokens', t('Max tokens'), 'numeric')}
      <Button onClick={reset}>{t('Reset')}</Button>
    </section>
  );
}

interface NumberFieldProps {
  id: string;
  label: string;
  inputMode: 'decimal' | 'numeric';
  value: string;
  error: string | undefined;
  onType: (value: string) => void;
}

// A native field, since a description can't reach into the shadow tree of a custom element.
function NumberField({ id, label, inputMode, value, error, onType }: NumberFieldProps) {
  const reason = `${id}-error`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        inputMode={inputMode}
        autoComplete="off"
        placeholder={t('not set')}
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : reason}
        onInput={(event) => onType(event.currentTarget.value)}
      />
      {error !== undefined && (
        <p class="field-error" id={reason}>
          <Icon name="error" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

/** What stands in the fields. The host's settings replace it only when they are not what was typed here. */
function useSettingsDraft(settings: ChatSettings, post: (message: ChatToHost) => void) {
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
    post({ type: 'settings', settings: read });
  };
  return {
    draft,
    errors: readDraft(draft, sent.current).errors,
    type: (name: SettingName, value: string) => take({ ...draft, [name]: value }),
    reset: () => take(toDraft({})),
  };
}
