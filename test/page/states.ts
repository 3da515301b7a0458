import { alertStates } from './alertStates.ts';
import { attachmentStates } from './attachmentStates.ts';
import { columnStates } from './columnStates.ts';
import { everything, richText } from './markdownSample.ts';
import {
  answeredState,
  chatState,
  clicks,
  detailsState,
  fills,
  inTurn,
  longName,
  type PageState,
  question,
  sees,
  snapshot,
} from './pageState.ts';
import { readingStates } from './readingStates.ts';
import { runStates } from './runStates.ts';
import {
  answer,
  chip,
  conversation,
  details,
  goneFrame,
  modelWith,
  piece,
  shows,
  silence,
  streamingAnswer,
} from './samples.ts';
import { turnStates } from './turnStates.ts';

const openSettings = clicks('Settings');

const filledPrompt = 'Rewrite this reply in our tone:\n\nYour refund is on its way.';
const filledNote =
  'Filled in by a link. Hidden characters were removed. The link goes on with something unknown, which was left out.';

export const pageStates: readonly PageState[] = [
  chatState('chat-waiting-for-host', []),
  chatState('chat-empty', [snapshot({})]),
  chatState('chat-empty-not-deployed', [
    snapshot({
      model: modelWith({
        name: longName,
        connection: 'Acme production, Frankfurt',
        warning: 'No deployment is listed. It may not answer.',
      }),
    }),
  ]),
  chatState('chat-filled', [
    snapshot({ title: 'Chat: support-tone-v7' }),
    { type: 'fill', text: filledPrompt, note: filledNote },
  ]),
  chatState('chat-conversation', [conversation()]),
  chatState('chat-conversation-top', [conversation()], async ({ page }) => {
    await page.getByText('Reasoning, 4 s').click();
    await page.getByRole('log').focus();
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: 'Jump to Latest' }).waitFor();
  }),
  chatState(
    'chat-markdown',
    [snapshot({}, question, answer('a1', { text: everything }))],
    inTurn(sees('math'), sees('.hljs-keyword'), sees('.code-fold:text("Show All 61 Lines")')),
  ),
  chatState(
    'chat-settings',
    [snapshot({ settings: { systemPrompt: 'You are a calm agent.', temperature: 0.2 } }, question)],
    openSettings,
  ),
  chatState(
    'chat-settings-more',
    [
      snapshot(
        {
          settings: { topP: 0.9, stop: ['END', '\n\n'], seed: 7, extra: { top_k: 40, min_p: 0.05 } },
          presets: {
            names: ['Calm agent', 'A preset with a name that is much longer than its field'],
            current: 'Calm agent',
            problem:
              "2 presets can't be read: a setting is unknown or out of range, or a name is missing or taken.",
          },
        },
        question,
      ),
    ],
    openSettings,
  ),
  chatState(
    'chat-held',
    [snapshot({}, question, answer('a1'))],
    inTurn(
      openSettings,
      fills('9', 'Temperature'),
      fills('And in Spain?'),
      ({ page }) => page.keyboard.press('Enter'),
      sees('[aria-invalid=true]:focus'),
    ),
  ),
  answeredState('chat-turn-deleted', { deleted: 'Deleted a turn and the one that followed it.' }),
  chatState(
    'chat-without-earlier',
    [
      snapshot(
        { isWithoutEarlier: true },
        { ...question, notice: 'Sent without the earlier turns.' },
        answer('a1'),
      ),
    ],
    openSettings,
  ),
  chatState(
    'chat-settings-refused',
    [
      snapshot(
        {
          settings: { topP: 0.9 },
          refused: [
            { setting: 'topP', text: "Not sent: Acme doesn't accept top_p for support-tone-v7." },
            { setting: 'extra', text: "Not sent: Acme doesn't accept top_k for support-tone-v7." },
          ],
        },
        question,
      ),
    ],
    openSettings,
  ),
  chatState(
    'chat-settings-invalid',
    [conversation()],
    inTurn(openSettings, fills('3', 'Temperature'), fills('many', 'Max tokens')),
  ),
  chatState(
    'chat-settings-more-invalid',
    [conversation()],
    inTurn(
      ...[openSettings, clicks(/^More$/u), fills('1.5', 'Seed'), fills('9', 'Presence penalty')],
      fills('{"stream": false}', 'Extra JSON'),
      ({ page }) => page.getByLabel('Extra JSON').scrollIntoViewIfNeeded(),
    ),
  ),
  chatState('chat-answering', [
    snapshot(
      {
        streaming: 'a1',
        status: 'Busy, trying again in 8 s',
        silence: silence({ retry: { text: 'Busy, trying again in {0} s', inMs: 8000 } }),
      },
      question,
      streamingAnswer('a1'),
    ),
  ]),
  chatState('chat-waiting', [
    snapshot({ streaming: 'a1', silence: silence({ ms: 31_000 }) }, question, streamingAnswer('a1')),
  ]),
  chatState(
    'chat-queued',
    [
      snapshot(
        {
          streaming: 'a1',
          status: 'support-tone-v7 is answering',
          silence: silence({ ms: 12_000, isStarted: true }),
          queued: { id: 'q1', text: 'And in French?\n\nWith kind regards.', attachments: [chip('t1')] },
        },
        question,
        streamingAnswer('a1', { text: 'Dear customer,\n\nwe are sorry to hear' }),
      ),
    ],
    fills('A second one'),
  ),
  chatState(
    'chat-streaming',
    [
      snapshot({ streaming: 'a1', status: 'support-tone-v7 is answering' }, question, streamingAnswer('a1')),
      piece('', 'The customer is angry.'),
      piece(richText.slice(0, 1100)),
    ],
    fills('And in French?\n\nWith kind regards.\nThanks.'),
  ),
  ...alertStates,
  ...readingStates,
  ...turnStates,
  chatState('chat-model-gone', [shows(goneFrame(), [question, answer('a1')])], fills('Hello?')),
  answeredState('chat-read-only', {
    readOnly: 'A newer version has written this chat. It can be read here.',
  }),
  answeredState('chat-open-elsewhere', {
    readOnly: 'This chat is open in another window. Close it there to continue here.',
    canFork: true,
  }),
  ...attachmentStates,
  answeredState('chat-history-off', {
    notice: 'Chat history is off: this chat is lost when its tab closes.',
  }),
  detailsState('details-waiting-for-host', undefined),
  detailsState('details-loading', { state: 'loading', retrieved: '' }),
  detailsState('details-waiting', {
    state: 'loading',
    notice: 'Acme production is busy (503), trying again in 8 s.',
    canStop: true,
  }),
  detailsState('details-lora', {}, ({ page }) => page.getByText('MODEL_HUB').hover()),
  detailsState('details-base-model', {
    identity: { connectionId: 'k1', kind: 'baseModel', name: 'llama-3-8b' },
    name: 'llama-3-8b',
    subtitle: 'Base model · not deployed · Acme production',
    canDelete: false,
    sections: [
      details().sections[0] ?? { title: undefined, text: undefined, facts: [] },
      { title: 'Active deployment', text: 'none', facts: [] },
    ],
    loras: ['support-tone-v7', 'old-experiment', longName],
    chats: [],
  }),
  detailsState('details-gone', {
    state: 'gone',
    notice: 'Gone from Acme. Shown as of 10:42.',
    canDelete: false,
  }),
  detailsState('details-failed', {
    state: 'failed',
    name: longName,
    notice: 'Can’t reach models.acme.example: the connection was refused.',
  }),
  ...columnStates,
  ...runStates,
];
