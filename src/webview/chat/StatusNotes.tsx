import { useEffect, useState } from 'preact/hooks';
import type { ChatFrame } from '../../protocol/chat.ts';
import { Button } from '../shared/Button.tsx';
import { t } from '../shared/l10n.ts';
import { Notice } from '../shared/Notice.tsx';
import { usePost } from '../shared/post.ts';
import { SpokenWaiting } from './waiting/Waiting.tsx';

interface StatusNotesProps {
  frame: ChatFrame;
  /** For screen readers only, e.g. "Answer complete". */
  spoken: string;
}

/**
 * The page's only polite live region: why nothing can be sent, how the chat is kept, and what happens. All share it
 * and are announced one by one, so that nothing is heard twice.
 */
export function StatusNotes({ frame, spoken }: StatusNotesProps) {
  const post = usePost();
  const reason = noSendReason(frame);
  const [isThere, setThere] = useState(false);
  // Only changes inside an existing region are announced.
  useEffect(() => setThere(true), []);
  return (
    <div class="row notes">
      <div class="notes-texts" role="status" aria-atomic={false}>
        {reason !== undefined && (
          <Notice icon="info" id="reason-text">
            {reason}
          </Notice>
        )}
        {frame.notice !== undefined && <Notice icon="info">{frame.notice}</Notice>}
        <p class="visually-hidden">{isThere ? spoken : ''}</p>
        {isThere && <SpokenWaiting />}
      </div>
      {reason !== undefined && frame.readOnly === undefined && (
        <Button onClick={() => post({ type: 'chooseModel' })}>{t('Choose model')}</Button>
      )}
      {frame.canFork && <Button onClick={() => post({ type: 'fork' })}>{t('Continue in a new chat')}</Button>}
    </div>
  );
}

/** Returns why nothing can be sent now; `undefined` if it can. */
export function noSendReason({ readOnly, model }: ChatFrame): string | undefined {
  return readOnly ?? model.gone;
}
