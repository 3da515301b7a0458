import { useEffect, useState } from 'preact/hooks';
import type { ChatFrame } from '../../protocol/chat.ts';
import { Button } from '../shared/Button.tsx';
import { t } from '../shared/l10n.ts';
import { Notice } from '../shared/Notice.tsx';
import { usePost } from '../shared/post.ts';
import { SpokenWaiting } from './waiting/Waiting.tsx';

interface StatusNotesProps {
  frame: Pick<ChatFrame, 'readOnly' | 'canFork' | 'notice'>;
  /** Why nothing can be sent now. */
  reason: string | undefined;
  /** Another model would help. */
  canChoose: boolean;
  /** Something that was found, e.g. that two answers are the same. */
  finding?: string | undefined;
  /** Where the draft comes from, e.g. "Filled in by a link." */
  note: string | undefined;
  /** What stands in columns of their own and is only heard here. */
  remarks?: readonly { id: string; name: string; remark: string | undefined }[];
  /** For screen readers only, e.g. "Answer complete". */
  spoken: string;
}

/**
 * The page's only polite live region: why nothing can be sent, how the chat is kept, and what happens. All share it
 * and are announced one by one, so that nothing is heard twice.
 */
export function StatusNotes(props: StatusNotesProps) {
  const { frame, reason, canChoose, finding, note, remarks = [], spoken } = props;
  const post = usePost();
  const [isThere, setThere] = useState(false);
  // Only changes inside an existing region are announced.
  useEffect(() => setThere(true), []);
  // What was there when the page opened stands there at once, and was announced before.
  const [wasKept] = useState(note !== undefined);
  const [wasFound] = useState(finding !== undefined);
  return (
    <div class="row notes">
      <div class="notes-texts" role="status" aria-atomic={false}>
        {reason !== undefined && (
          <Notice icon="info" id="reason-text">
            {reason}
          </Notice>
        )}
        {frame.notice !== undefined && <Notice icon="info">{frame.notice}</Notice>}
        {finding !== undefined && (isThere || wasFound) && <Notice icon="info">{finding}</Notice>}
        {note !== undefined && (isThere || wasKept) && <Notice icon="link">{note}</Notice>}
        {remarks.map(({ id, name, remark }) => (
          <p key={id} class="visually-hidden">
            {remark !== undefined && isThere && t('{0}: {1}', name, remark)}
          </p>
        ))}
        <p class="visually-hidden">{isThere ? spoken : ''}</p>
        {isThere && <SpokenWaiting />}
      </div>
      {canChoose && <Button onClick={() => post({ type: 'chooseModel' })}>{t('Choose model')}</Button>}
      {frame.canFork && <Button onClick={() => post({ type: 'fork' })}>{t('Continue in a new chat')}</Button>}
    </div>
  );
}
