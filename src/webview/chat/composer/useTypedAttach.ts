import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PageChoice } from '../../../protocol/chat.ts';
import type { Post } from '../../shared/post.ts';
import type { ChatModel } from '../chatModel.ts';
import { isInputMethod, signAt, type TypedSign } from './composerText.ts';

/**
 * Offers attachments for what is typed after `#` or `@`. Choosing one removes the typed word from the message; a space, Escape,
 * moving the caret elsewhere or a word that matches nothing closes the list and leaves the text as it is.
 */
export function useTypedAttach(
  box: RefObject<HTMLTextAreaElement | null>,
  found: ChatModel['choices'],
  post: Post,
) {
  const [sign, setSign] = useState<TypedSign | undefined>(undefined);
  const [active, setActive] = useState<string | undefined>(undefined);
  /** What was found for an earlier sign. */
  const old = useRef(found);
  const isNews = sign !== undefined && found !== undefined && found !== old.current;
  const choices = isNews ? found.choices : [];
  const isCurrent = isNews && found.query === sign.query;
  const isNothing = isCurrent && choices.length === 0 && !found.isLoading;
  useLayoutEffect(() => {
    if (isNothing) setSign(undefined);
  }, [isNothing]);
  const at = Math.max(
    0,
    choices.findIndex(({ id }) => id === active),
  );
  const ask = (next: TypedSign) => {
    setSign(next);
    setActive(undefined);
    post({ type: 'findAttachments', query: next.query });
  };
  const close = () => setSign(undefined);
  const here = () => box.current && signAt(box.current.value, box.current.selectionEnd);
  useEffect(() => {
    if (!sign) return;
    const follow = () => here()?.start !== sign.start && close();
    document.addEventListener('selectionchange', follow);
    return () => document.removeEventListener('selectionchange', follow);
  }, [sign]);
  const choose = (choice: PageChoice) => {
    const area = box.current;
    if (!sign || !area) return;
    close();
    area.focus();
    // Deleted as if by the user, so that it can be undone.
    area.setSelectionRange(sign.start, sign.start + 1 + sign.query.length);
    document.execCommand('delete');
    post({ type: 'attachChoice', choice: choice.id });
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => setActive(choices[(at + 1) % choices.length]?.id),
    ArrowUp: () => setActive(choices.at(at - 1)?.id),
    // The choices shown may be for less than was typed, so only current ones are taken.
    Enter: () => isCurrent && choices[at] && choose(choices[at]),
    Tab: () => isCurrent && choices[at] && choose(choices[at]),
    Escape: close,
  };
  return {
    /** Empty while the list is closed. */
    choices,
    /** Index of the choice that Enter takes. */
    active: at,
    onInput({ inputType }: InputEvent) {
      const next = here();
      if (next && next.start === sign?.start) ask(next);
      else if (next?.query === '' && inputType.startsWith('insert')) {
        old.current = found;
        ask(next);
      } else close();
    },
    /** Returns true if the list has handled the key. */
    onKey(event: KeyboardEvent) {
      const { shiftKey, ctrlKey, metaKey, altKey } = event;
      const press = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
      if (choices.length === 0 || !press || shiftKey || ctrlKey || metaKey || altKey || isInputMethod(event))
        return false;
      event.preventDefault();
      press();
      return true;
    },
    close,
    choose,
  };
}
