import { sayWarning } from '../../shared/messages.ts';
import { t } from '../../shared/text/t.ts';

/** Reports that a chat can't be written to disk and offers to export it; `code` is the system's, e.g. `ENOSPC`. */
export async function sayChatNotKept(code: string | undefined, exportIt: () => Promise<void>): Promise<void> {
  const button = t('Export…');
  const text = t(
    "This chat can't be saved ({0}). Saving is retried; export the chat before you close the tab.",
    code ?? '?',
  );
  if ((await sayWarning(text, button)) === button) await exportIt();
}
