import type { ChatFrame } from '../../../protocol/chat.ts';
import { CheckBox } from '../../shared/CheckBox.tsx';
import { t } from '../../shared/l10n.ts';
import { usePost } from '../../shared/post.ts';

/** Check box for sending questions without earlier turns: in the settings of a chat, or above its columns. */
export function WithoutEarlier({ frame }: { frame: Pick<ChatFrame, 'isWithoutEarlier' | 'readOnly'> }) {
  const post = usePost();
  return (
    <CheckBox
      label={t('Without Earlier Turns')}
      title={t('Send each question alone, without the ones before it and their answers')}
      isOn={frame.isWithoutEarlier}
      disabled={frame.readOnly !== undefined}
      onChange={(isOn) => post({ type: 'withoutEarlier', isOn })}
    />
  );
}
