import { sayWarning } from '../../shared/messages.ts';
import { t } from '../../shared/text/t.ts';

/** Reports that a chat can't be written to disk and offers to export it; `code` is the system's, e.g. `ENOSPC`. */
export async function sayChatNotKept(code: string | undefined, exportIt: () => Promise<void>): Promise<void> {
  const button = t('Export…');
  const text = t(
    "The chat can't be written to disk ({0}). It goes on in memory and is tried again; export it before its tab closes.",
    code ?? '?',
  );
  if ((await sayWarning(text, button)) === button) await exportIt();
}
