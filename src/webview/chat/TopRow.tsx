import type { ChatFrame } from '../../protocol/chat.ts';
import { Button, Icon } from '../shared/Button.tsx';
import { t } from '../shared/l10n.ts';
import { memo } from '../shared/memo.tsx';
import { usePost } from '../shared/post.ts';
import { countSet } from './settings/settingsForm.ts';

interface TopRowProps {
  frame: ChatFrame;
  isSettingsOpen: boolean;
  onToggleSettings: () => void;
}

// A growing answer doesn't change it.
export const TopRow = memo<TopRowProps>(({ frame, isSettingsOpen, onToggleSettings }) => {
  const post = usePost();
  const set = countSet(frame.settings);
  const model = `${frame.model.name} · ${frame.model.connection}`;
  return (
    <header class="top-row">
      <div class="row model-field">
        <span id="model-label" class="wide-only">
          {t('Model')}
        </span>
        {/* The list is VS Code's own quick pick: to the page, a dialog. */}
        <button
          type="button"
          class="model-button"
          role="combobox"
          aria-labelledby="model-label"
          aria-haspopup="dialog"
          aria-expanded={false}
          title={model}
          onClick={() => post({ type: 'chooseModel' })}
        >
          <bdi class="clip">{frame.model.name}</bdi>
          <span class="clip model-connection"> · {frame.model.connection}</span>
          <Icon name="chevron-down" />
        </button>
      </div>
      <div class="buttons">
        <Button
          icon="settings"
          aria-expanded={isSettingsOpen}
          aria-controls={isSettingsOpen ? 'settings' : undefined}
          onClick={onToggleSettings}
        >
          {set === 0 ? t('Settings') : t('Settings ({0})', set)}
        </Button>
        <Button icon="export" onClick={() => post({ type: 'export' })}>
          <span class="wide-only">{t('Export')}</span>
        </Button>
      </div>
    </header>
  );
});
