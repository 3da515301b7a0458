import type { ChatFrame } from '../../protocol/chat.ts';
import { Button } from '../shared/Button.tsx';
import { t } from '../shared/l10n.ts';
import { usePost } from '../shared/post.ts';
import { countSet } from './settings/settingsForm.ts';

interface HeaderButtonsProps extends Pick<ChatFrame, 'settings'> {
  isSettingsOpen: boolean;
  onToggleSettings: () => void;
}

export function HeaderButtons({ settings, isSettingsOpen, onToggleSettings }: HeaderButtonsProps) {
  const post = usePost();
  const set = countSet(settings);
  return (
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
  );
}
