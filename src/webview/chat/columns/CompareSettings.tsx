import { useMemo } from 'preact/hooks';
import type { ChatToHost } from '../../../protocol/chat.ts';
import type { CompareFrame, CompareToHost } from '../../../protocol/compare.ts';
import { t } from '../../shared/l10n.ts';
import { PostContext } from '../../shared/post.ts';
import { SettingsPanel } from '../settings/SettingsPanel.tsx';
import type { Tell } from './tell.ts';

interface CompareSettingsProps {
  frame: CompareFrame;
  /** `undefined`: all. */
  column: string | undefined;
  onColumn: (column: string | undefined) => void;
  onClose: () => void;
  tell: Tell;
}

const noRefusals = [] as const;

/** The settings of all columns, or of one of them, which then has its own. */
export function CompareSettings({ frame, column, onColumn, onClose, tell }: CompareSettingsProps) {
  // A column can be closed, and a blind comparison has the same settings for all.
  const own = frame.blind === 'hidden' ? undefined : frame.columns.find(({ id }) => id === column);
  const id = own?.id;
  const post = useMemo(
    () => (message: ChatToHost) =>
      tell((id === undefined ? message : { ...message, column: id }) as CompareToHost),
    [tell, id],
  );
  const shown = own ?? { settings: frame.settings, presets: frame.presets, refused: noRefusals };
  return (
    <PostContext.Provider value={post}>
      <SettingsPanel
        frame={shown}
        owner={id}
        onClose={onClose}
        head={
          frame.blind !== 'hidden' && (
            <div class="row applies">
              <label for="settings-of">{t('Applies to')}</label>
              <select
                id="settings-of"
                value={id ?? ''}
                onChange={({ currentTarget }) => onColumn(currentTarget.value || undefined)}
              >
                <option value="">{t('All models')}</option>
                {frame.columns.map(({ id: one, name }) => (
                  <option key={one} value={one}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
          )
        }
      />
    </PostContext.Provider>
  );
}
