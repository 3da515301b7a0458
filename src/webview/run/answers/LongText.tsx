import { useState } from 'preact/hooks';
import { t } from '../../shared/l10n.ts';
import { textDirection } from '../../shared/textDirection.ts';

/** Number of characters that are shown at first: a longer text would slow the page, and push all else out of sight. */
const maxCharacters = 4000;

interface LongTextProps {
  text: string;
  class?: string;
  /** Number of characters that are shown at first. */
  most?: number;
}

/** Shows a text as it is, with its line breaks; a long one in part, until the user wants it all. */
export function LongText({ text, class: further = '', most = maxCharacters }: LongTextProps) {
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && text.length > most;
  return (
    <>
      <div class={`plain ${further}`} dir={textDirection(text)}>
        {isCut ? text.slice(0, most) : text}
      </div>
      {isCut && (
        <button type="button" class="text-button" onClick={() => setWhole(true)}>
          {t('Show All {0} Characters', text.length)}
        </button>
      )}
    </>
  );
}
