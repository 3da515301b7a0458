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
      <Notice icon={isExpected ? 'info' : 'warning'} text={alert.text} />
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
