import type { PagePresets } from '../../../protocol/chat.ts';
import { IconButton } from '../../shared/Button.tsx';
import { t } from '../../shared/l10n.ts';
import { Notice } from '../../shared/Notice.tsx';
import { usePost } from '../../shared/post.ts';
import type { OfColumn } from './useSettingsDraft.ts';

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
          label={t('Save These Settings')}
          title={t('Save as Preset')}
          icon="save"
          disabled={!hasSettings}
          onClick={() => post({ type: 'savePreset', ...of })}
        />
        <IconButton
          label={t('Edit Saved Settings')}
          title={t('Edit Presets')}
          icon="edit"
          onClick={() => post({ type: 'editPresets' })}
        />
      </div>
      <Notice class="field-error" icon="warning" id="preset-problem" text={problem} />
    </div>
  );
}
