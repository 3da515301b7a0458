import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageChoice } from '../../../protocol/chat.ts';
import type { ChatHost } from '../pageStore.ts';
import { isInputMethod, signAt, type TypedSign } from './composerText.ts';

/**
 * Offers attachments for what is typed after `#` or `@`. Choosing one removes the typed word from the message; a space, Escape,
 * moving the caret elsewhere or a word that matches nothing closes the list and leaves the text as it is.
 */
export function useTypedAttach(
  box: RefObject<HTMLTextAreaElement | null>,
  { post, request }: Pick<ChatHost, 'post' | 'request'>,
) {
  const [sign, setSign] = useState<TypedSign | undefined>(undefined);
  const [active, setActive] = useState<string | undefined>(undefined);
  const [found, setFound] = useState<{ sign: TypedSign; choices: PageChoice[] } | undefined>(undefined);
  const asked = useRef<TypedSign | undefined>(undefined);
  const choices = sign && found?.sign.start === sign.start ? found.choices : [];
  const isCurrent = sign !== undefined && found?.sign === sign;
  const at = Math.max(
    0,
    choices.findIndex(({ id }) => id === active),
  );
  const close = () => {
    asked.current = undefined;
    setSign(undefined);
    setFound(undefined);
  };
  /** Shows what is found, and asks again for what is found once all files are listed. */
  const find = async (next: TypedSign, more: { isWhole?: true } = {}): Promise<void> => {
    const reply = await request({ type: 'findAttachments', query: next.query, ...more });
    if (!reply || asked.current !== next) return;
    if (reply.choices.length === 0 && !reply.isLoading) return close();
    setFound({ sign: next, choices: reply.choices });
    if (reply.isLoading) await find(next, { isWhole: true });
  };
  const ask = (next: TypedSign) => {
    asked.current = next;
    setSign(next);
    setActive(undefined);
    void find(next);
  };
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
    const end = sign.start + 1 + sign.query.length;
    // Between two spaces, one of them goes with it.
    const isBetween = area.value[sign.start - 1] === ' ' && area.value[end] === ' ';
    area.setSelectionRange(sign.start, isBetween ? end + 1 : end);
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
      const isTypedOn = next?.start === sign?.start || (next?.query === '' && inputType.startsWith('insert'));
      if (next && isTypedOn) ask(next);
      else close();
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
