import type { ChatFrame } from '../../protocol/chat.ts';
import { Icon } from '../shared/Button.tsx';
import { t } from '../shared/l10n.ts';
import { memo } from '../shared/memo.tsx';
import { usePost } from '../shared/post.ts';
import { HeaderButtons } from './HeaderButtons.tsx';

interface TopRowProps {
  frame: ChatFrame;
  isSettingsOpen: boolean;
  onToggleSettings: () => void;
}

// A growing answer doesn't change it.
export const TopRow = memo<TopRowProps>(({ frame, isSettingsOpen, onToggleSettings }) => {
  const post = usePost();
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
      <HeaderButtons
        settings={frame.settings}
        isSettingsOpen={isSettingsOpen}
        onToggleSettings={onToggleSettings}
      />
    </header>
  );
});
