import type { ChatFrame } from '../../../protocol/chat.ts';
import { t } from '../../shared/l10n.ts';

/** Returns the composer's placeholder, which names the models that can still be asked. */
export function placeholderOf(columns: ChatFrame['columns']): string {
  const asked = columns.filter(({ model }) => model.gone === undefined);
  // If all of them are gone, the reason is shown above the composer.
  const named = asked.length === 0 ? columns : asked;
  const [only] = named;
  if (named.length === 1 && only) return t('Message {0}', only.name);
  return named.length === 2 ? t('Message both models') : t('Message all {0} models', named.length);
}

/** Returns the text that an empty chat shows. */
export function invitationOf({ columns, isBlind }: ChatFrame): string {
  const names = columns.map(({ name }) => name);
  // A page's first object of Intl takes longer than drawing an empty chat.
  if (names.length === 1) return t('Ask {0} something.', names.join());
  if (!isBlind) {
    const listed = new Intl.ListFormat(document.documentElement.lang || 'en').format(names);
    return t('Ask {0} something.', listed);
  }
  return names.length === 2
    ? t('Ask both models something.')
    : t('Ask all {0} models something.', names.length);
}
