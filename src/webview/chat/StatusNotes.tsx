import { useEffect, useState } from 'preact/hooks';
import type { ChatFrame } from '../../protocol/chat.ts';
import { Button, IconButton, Notice } from '../shared/controls.tsx';
import { t } from '../shared/l10n.ts';
import { SpokenWaiting } from './waiting/Waiting.tsx';

interface StatusNotesProps {
  frame: Pick<ChatFrame, 'readOnly' | 'canFork' | 'notice' | 'deleted' | 'columns'>;
  /** Why nothing can be sent now. */
  reason: string | undefined;
  /** Where the draft comes from, e.g. "Filled in by a link." */
  note: string | undefined;
  /** For screen readers only, e.g. "Answer complete". */
  spoken: string;
}

/**
 * The page's only polite live region: why nothing can be sent, how the chat is kept, what was deleted, and what happens. All texts share one region,
 * so that they are announced one by one and nothing is heard twice.
 */
export function StatusNotes({ frame, reason, note, spoken }: StatusNotesProps) {
  const { columns } = frame;
  const [isThere, setThere] = useState(false);
  // Only changes inside an existing region are announced.
  useEffect(() => setThere(true), []);
  // A note that was there when the page opened is shown at once, since it was announced before.
  const [wasKept] = useState(note !== undefined);
  const isOnlyGone = columns.length === 1 && columns[0].model.gone !== undefined;
  return (
    <div class="row notes">
      <div class="notes-texts" role="status" aria-atomic={false}>
        <Notice icon="info" id="reason-text" text={reason} />
        <Notice icon="info" text={frame.notice} />
        <Notice icon="link" text={isThere || wasKept ? note : undefined} />
        <Notice icon="trash" text={frame.deleted} />
        {/* Visible in the columns' heads, so here it is for screen readers only. */}
        {columns.length > 1 &&
          columns.map(({ id, model }) => (
            <p key={id} class="visually-hidden">
              {isThere && model.gone}
            </p>
          ))}
        <p class="visually-hidden">{isThere ? spoken : ''}</p>
        {isThere && <SpokenWaiting />}
      </div>
      {frame.deleted !== undefined && (
        <>
          <Button sends={{ type: 'undoDeletion' }}>{t('Undo')}</Button>
          <IconButton label={t('Close')} icon="close" sends={{ type: 'forgetDeletions' }} />
        </>
      )}
      {isOnlyGone && frame.readOnly === undefined && (
        <Button aria-haspopup="dialog" sends={{ type: 'chooseModel' }}>
          {t('Choose Model')}
        </Button>
      )}
      {frame.canFork && <Button sends={{ type: 'fork' }}>{t('Continue in a New Chat')}</Button>}
    </div>
  );
}
