import { createContext } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import type { Event } from '../../base/emitter.ts';
import type { ChatToPage } from '../../protocol/chat.ts';

const eventTypes = ['accepted', 'fill', 'reveal', 'showExchange', 'showSettings'] as const;
type EventType = (typeof eventTypes)[number];

/** A message that is no state: parts of the page do something, once. */
export type ChatEvent<Type extends EventType = EventType> = Extract<ChatToPage, { type: Type }>;

export function isChatEvent(message: ChatToPage): message is ChatEvent {
  return eventTypes.some((type) => type === message.type);
}

export const EventsContext = createContext<Event<ChatEvent>>(() => ({ dispose: () => undefined }));

/** Calls `listener` with each event of this type. The page shows by then what the host had said before. */
export function useChatEvent<Type extends EventType>(
  type: Type,
  listener: (event: ChatEvent<Type>) => void,
): void {
  const onEvent = useContext(EventsContext);
  const latest = useRef(listener);
  latest.current = listener;
  useLayoutEffect(() => {
    const subscription = onEvent((event) => {
      if (event.type === type) latest.current(event as ChatEvent<Type>);
    });
    return () => subscription.dispose();
  }, [onEvent, type]);
}
