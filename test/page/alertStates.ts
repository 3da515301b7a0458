import type { AlertAction, PageAlert, PageAnswer } from '../../src/protocol/chat.ts';
import { chatState, type PageState, question, snapshot } from './pageState.ts';
import { answer, own } from './samples.ts';

const labels: Record<AlertAction, string> = {
  retry: 'Retry',
  edit: 'Edit',
  withoutPictures: 'Send without pictures',
  continue: 'Continue',
  chooseModel: 'Choose Model',
  setApiKey: 'Set API Key…',
  diagnose: 'Diagnose Connection',
  showLog: 'Show Log',
  settings: 'Settings',
};

export function alert(text: string, actions: AlertAction[], detail?: string): PageAlert {
  return { text, detail, buttons: actions.map((action) => ({ action, label: labels[action] })) };
}

export function failed(id: string, view: PageAlert): PageAnswer {
  return answer(id, { text: '', state: 'failed', figures: '', alert: view });
}

export const refused = alert(
  'Acme refused the API key (401).',
  ['setApiKey', 'retry'],
  'Invalid API key: the key “ci-deploy” was revoked on 12 Nov 2026.',
);
const unreachable = alert("Can't reach models.acme.example: the connection was refused.", [
  'retry',
  'diagnose',
  'showLog',
]);
const tooLong = alert(
  "This model's maximum context length is 8192 tokens. However, you requested 9214 tokens (8702 in the messages).",
  ['settings', 'retry'],
  'Acme answered 400.',
);

const leftOut = 'No answer: this question is left out of later requests.';

const cut = answer('a1', {
  text: 'Dear customer, we are sor',
  state: 'cut',
  figures: '0.42 s to first token · 61 tokens/s · 212 tokens',
  notice: 'Sent again without `top_p`, which Acme does not take.',
  alert: alert('Cut off after 212 tokens: the connection closed.', ['retry', 'continue']),
});

const limit = answer('a4', {
  state: 'limit',
  figures: '0.42 s to first token · 61 tokens/s · 212 tokens · length',
  alert: alert('Stopped at the token limit.', ['continue']),
});

/** What can be shown in place of an answer or below a cut one: each row of the table in the chat's design. */
export const alertStates: readonly PageState[] = [
  chatState('chat-failed', [snapshot({}, question, failed('a1', refused))]),
  chatState('chat-unreachable', [snapshot({}, question, failed('a1', unreachable))]),
  chatState('chat-failed-earlier', [
    snapshot(
      {},
      question,
      {
        ...failed('a1', alert('Acme answered with an error (500).', ['edit', 'diagnose'])),
        notice: leftOut,
      },
      { ...question, id: 'u2' },
      answer('a2'),
    ),
  ]),
  chatState('chat-cut', [snapshot({}, question, cut)]),
  chatState('chat-alerts', [
    snapshot(
      {},
      own('u1', 'Where is my refund?'),
      failed(
        'a1',
        alert(
          "Acme doesn't know the model support-tone-v7 (404).",
          ['retry', 'chooseModel'],
          'The model does not exist.',
        ),
      ),
      own('u2', 'Where is it?'),
      failed('a2', alert('Acme is busy and asks to wait until 10:44.', ['retry'])),
      own('u3', 'And now?'),
      failed('a3', tooLong),
      own('u4', 'Say it in one sentence.'),
      limit,
    ),
  ]),
  chatState('chat-stopped', [
    snapshot(
      { status: 'Stopped' },
      question,
      answer('a1', {
        text: 'Dear customer, we are',
        state: 'stopped',
        figures: '0.42 s to first token · 61 tokens/s · 212 tokens · stopped',
        alert: alert('Stopped.', ['continue']),
      }),
    ),
  ]),
  chatState('chat-answer-empty', [
    snapshot(
      {},
      question,
      answer('a1', {
        text: '',
        alert: alert(
          "The model ended at once, without text. Often a chat template or stop token that doesn't fit.",
          ['retry'],
        ),
      }),
    ),
  ]),
];
