import type { ChatFrame } from '../../protocol/chat.ts';
import { Button, Icon, ModelName } from '../shared/controls.tsx';
import { t } from '../shared/l10n.ts';
import { memo } from '../shared/memo.tsx';
import { usePost } from '../shared/post.ts';
import { CheckBox, WithoutEarlier } from './settings/CheckBox.tsx';
import { countSet } from './settings/settingFields.ts';

interface TopRowProps {
  frame: ChatFrame;
  isSettingsOpen: boolean;
  onToggleSettings: () => void;
}

// Memoized, since a growing answer doesn't change it.
export const TopRow = memo<TopRowProps>(({ frame, isSettingsOpen, onToggleSettings }) => {
  const { columns } = frame;
  const set = countSet(frame.settings);
  return (
    <header class="top-row">
      {columns.length === 1 && <ModelField {...columns[0].model} />}
      <div class="buttons">
        <Button
          icon="settings"
          aria-expanded={isSettingsOpen}
          aria-controls={isSettingsOpen ? 'settings' : undefined}
          onClick={onToggleSettings}
        >
          <span class={columns.length === 1 ? 'wide-only' : undefined}>{t('Settings')}</span>
          {set > 0 && ` (${set})`}
        </Button>
        <Button icon="export" sends={{ type: 'export' }}>
          <span class="wide-only">{t('Export')}</span>
        </Button>
      </div>
      {columns.length > 1 && <Ways frame={frame} />}
    </header>
  );
});

function ModelField({ name, connection }: ChatFrame['columns'][0]['model']) {
  const post = usePost();
  return (
    <div class="row model-field">
      <span id="model-label" class="wide-only">
        {t('Model')}
      </span>
      {/* The models are listed in VS Code's own quick pick, which is a dialog to the page. */}
      <button
        type="button"
        class="model-button"
        role="combobox"
        aria-labelledby="model-label"
        aria-haspopup="dialog"
        aria-expanded={false}
        title={`${name} · ${connection}`}
        onClick={() => post({ type: 'chooseModel' })}
      >
        <ModelName name={name} />
        <span class="clip model-connection"> · {connection}</span>
        <Icon name="chevron-down" />
      </button>
    </div>
  );
}

/** Check boxes for how several models are asked. */
function Ways({ frame }: Pick<TopRowProps, 'frame'>) {
  const post = usePost();
  const isReadOnly = frame.readOnly !== undefined;
  return (
    <div class="row ways">
      <CheckBox
        label={t('Blind')}
        title={
          frame.isBlind
            ? t('Names are hidden until you vote. Clear this to reveal them without voting')
            : t('Hide which model wrote which answer until you vote')
        }
        isOn={frame.isBlind}
        disabled={isReadOnly}
        onChange={(isOn) => post({ type: 'blind', isOn })}
      />
      <CheckBox
        label={t('One at a Time')}
        title={t("Run the models one after another, so they don't slow each other down")}
        isOn={frame.isOneAtATime}
        disabled={isReadOnly}
        onChange={(isOn) => post({ type: 'oneAtATime', isOn })}
      />
      <WithoutEarlier frame={frame} />
    </div>
  );
}
