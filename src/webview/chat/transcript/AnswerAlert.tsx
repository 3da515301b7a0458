import { useEffect, useMemo, useReducer, useState } from 'preact/hooks';
import type { AlertAction, PageAlert, PageAnswer } from '../../../protocol/chat.ts';
import { Button, Notice } from '../../shared/controls.tsx';
import { usePost } from '../../shared/post.ts';
import { askingActions } from '../settings/useHeldHost.ts';

interface AnswerAlertProps {
  turn: Pick<PageAnswer, 'id' | 'state'>;
  alert: PageAlert;
  /** True if the answer is at the end of the chat. Earlier failures aren't news, e.g. when an old chat is opened. */
  isNews: boolean;
  /** True if nothing can be requested now. */
  isBusy: boolean;
  showSettings: () => void;
  editQuestion: () => void;
}

/** Shows what failed, in place of the answer. It is announced at once, and never takes the focus. */
export function AnswerAlert(props: AnswerAlertProps) {
  const { turn, alert, isNews, isBusy, showSettings, editQuestion } = props;
  const post = usePost();
  const act = (action: AlertAction) => {
    // These two are on this page, so the host need not be asked.
    if (action === 'settings') showSettings();
    else if (action === 'edit') editQuestion();
    else post({ type: 'alertAction', turn: turn.id, action });
  };
  // The user has stopped the answer, so it's no surprise.
  const isExpected = turn.state === 'stopped';
  return (
    <div
      class={isExpected ? 'answer-alert expected' : 'answer-alert'}
      role={isNews && !isExpected ? 'alert' : undefined}
    >
      <Notice icon={isExpected ? 'info' : 'warning'} text={<AlertText alert={alert} />} />
      {alert.detail !== undefined && (
        <p class="alert-detail muted" dir="auto">
          {alert.detail}
        </p>
      )}
      {alert.buttons.length > 0 && (
        <div class="buttons">
          {alert.buttons.map(({ action, label }) => (
            <Button key={action} disabled={isBusy && askingActions.has(action)} onClick={() => act(action)}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Counts a short wait down. It is announced once, as it began, since an alert would announce each second. */
function AlertText({ alert: { text, wait } }: Pick<AnswerAlertProps, 'alert'>) {
  const seconds = useSecondsLeft(wait);
  const counted = seconds > 0 ? wait?.text.replace('{0}', String(seconds)) : undefined;
  const [spoken] = useState(counted);
  if (spoken === undefined) return <>{text}</>;
  return (
    <>
      <span class="visually-hidden">{spoken}</span>
      <span aria-hidden="true">{counted ?? text}</span>
    </>
  );
}

function useSecondsLeft(wait: PageAlert['wait']): number {
  const until = useMemo(() => performance.now() + (wait?.inMs ?? 0), [wait]);
  const [, redraw] = useReducer<number, void>((times) => times + 1, 0);
  const leftMs = Math.max(0, until - performance.now());
  useEffect(() => {
    if (leftMs === 0) return;
    const timer = setTimeout(redraw, leftMs % 1000 || 1000);
    return () => clearTimeout(timer);
  });
  return Math.ceil(leftMs / 1000);
}
