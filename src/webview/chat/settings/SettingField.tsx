import { useRef } from 'preact/hooks';
import type { PagePresets } from '../../../protocol/chat.ts';
import { IconButton, Notice } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import { usePost } from '../../shared/post.ts';
import { type SettingName, settingFields } from './settingFields.ts';
import type { OfColumn } from './useSettingsDraft.ts';

interface SettingFieldProps {
  name: SettingName;
  value: string;
  error: string | undefined;
  /** Says that the service refuses this setting; `undefined` if it doesn't. */
  refusal: string | undefined;
  of: OfColumn;
  onType: (value: string) => void;
}

// Native fields, since a description can't reach into a custom element's shadow tree.
export function SettingField({ name, value, error, refusal, of, onType }: SettingFieldProps) {
  const post = usePost();
  const { label, form, hint } = settingFields[name];
  const id = `setting-${name}`;
  const holder = useRef<HTMLDivElement>(null);
  // Both buttons disappear when they are used, so the focus moves to the field.
  const focusField = () => holder.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  const descriptions = [hint && `${id}-hint`, error && `${id}-error`, refusal && `${id}-refusal`]
    .filter(Boolean)
    .join(' ');
  const shared = {
    id,
    placeholder: t('not set'),
    value,
    'aria-invalid': error !== undefined,
    'aria-describedby': descriptions || undefined,
    onInput: (event: { currentTarget: { value: string } }) => onType(event.currentTarget.value),
  };
  return (
    <div class={`field${form === 'lines' ? ' wide' : ''}`} ref={holder}>
      <div class="row field-head">
        <label for={id} id={`${id}-label`}>
          {label()}
        </label>
        {value !== '' && (
          <IconButton
            label={t('Clear Field')}
            aria-describedby={`${id}-label`}
            icon="close"
            onClick={() => {
              onType('');
              focusField();
            }}
          />
        )}
      </div>
      {form === 'lines' ? (
        <textarea rows={2} dir="auto" spellcheck={false} {...shared} />
      ) : (
        <input type="text" inputMode={form} autoComplete="off" {...shared} />
      )}
      {hint !== undefined && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint()}
        </p>
      )}
      <Notice class="field-error" icon="error" id={`${id}-error`} text={error} />
      {refusal !== undefined && (
        <Notice
          class="field-refusal"
          icon="info"
          text={
            <>
              <span id={`${id}-refusal`}>{refusal}</span>{' '}
              <button
                type="button"
                class="link-button"
                aria-describedby={`${id}-refusal`}
                onClick={() => {
                  post({ type: 'sendRefused', ...of });
                  focusField();
                }}
              >
                {t('Send Again')}
              </button>
            </>
          }
        />
      )}
    </div>
  );
}

interface PresetFieldProps {
  presets: PagePresets;
  /** True if something is set, so that there is something to save. */
  hasSettings: boolean;
  of: OfColumn;
  onNone: () => void;
}

/** Shows the presets. Choosing one applies its settings; "none" clears them. */
export function PresetField({ presets, hasSettings, of, onNone }: PresetFieldProps) {
  const post = usePost();
  const { names, current, problem } = presets;
  const choose = (name: string) => {
    if (name === '') onNone();
    else post({ type: 'preset', name, ...of });
  };
  return (
    <div class="preset">
      <div class="row">
        <label for="setting-preset">{t('Preset')}</label>
        <select
          id="setting-preset"
          value={current ?? ''}
          aria-describedby={problem === undefined ? undefined : 'preset-problem'}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="">
            {hasSettings && current === undefined ? t('none (own settings)') : t('none')}
          </option>
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        <IconButton
          label={t('Save as Preset')}
          icon="save"
          disabled={!hasSettings}
          sends={{ type: 'savePreset', ...of }}
        />
        <IconButton label={t('Edit Presets')} icon="edit" sends={{ type: 'editPresets' }} />
      </div>
      <Notice class="field-error" icon="warning" id="preset-problem" text={problem} />
    </div>
  );
}
