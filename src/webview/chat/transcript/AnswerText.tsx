import { useContext, useMemo } from 'preact/hooks';
import type { PageAnswer } from '../../../protocol/chat.ts';
import { Markdown } from '../../markdown/Markdown.tsx';
import { GrowthContext } from '../scrolling/growth.ts';

/** An answer's text. While streaming, it takes additions without rendering the page around it. */
export function AnswerText({ turn, isStreaming }: { turn: PageAnswer; isStreaming: boolean }) {
  const growth = useContext(GrowthContext);
  const follow = useMemo(
    () => (isStreaming ? growth.subscribe.bind(undefined, turn.id) : undefined),
    [growth, turn.id, isStreaming],
  );
  return <Markdown text={turn.text} isLive={isStreaming} follow={follow} onShown={growth.shown} />;
}
