import type { ChatToHost, UserTurnView } from '../../protocol/chat.ts';
import { CopyButton } from '../shared/CopyButton.tsx';
import { t } from '../shared/l10n.ts';
import { memo } from '../shared/memo.tsx';
import { SentChips } from './attachments/SentChips.tsx';

interface UserTurnProps {
  turn: UserTurnView;
  post: (message: ChatToHost) => void;
}

export const UserTurn = memo<UserTurnProps>(({ turn, post }) => (
  <article class="turn user-turn" aria-label={t('You')}>
    <header class="turn-head">
      <h2>{t('You')}</h2>
      <div class="turn-actions">
        <CopyButton label={t('Copy')} onCopy={() => post({ type: 'copy', text: turn.text })} />
      </div>
    </header>
    {turn.text !== '' && (
      <p class="own-text" dir="auto">
        {turn.text}
      </p>
    )}
    {turn.attachments && <SentChips attachments={turn.attachments} post={post} />}
  </article>
));
