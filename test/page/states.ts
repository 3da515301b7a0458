import { alertStates } from './alertStates.ts';
import { attachmentStates } from './attachmentStates.ts';
import { columnStates } from './columnStates.ts';
import { everything, richText } from './markdownSample.ts';
import type { OpenPage } from './openPage.ts';
import { chatState, detailsState, longName, type PageState, question, snapshot } from './pageState.ts';
import { readingStates } from './readingStates.ts';
import { runStates } from './runStates.ts';
import {
  answer,
  chip,
  conversation,
  details,
  goneFrame,
  modelWith,
  shows,
  silence,
  streamingAnswer,
} from './samples.ts';
import { turnStates } from './turnStates.ts';

async function openSettings({ page }: OpenPage): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
}

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
    async ({ page }) => {
      await page.locator('math').first().waitFor();
      await page.locator('.hljs-keyword').first().waitFor();
      await page.getByRole('button', { name: 'Show All 61 Lines' }).waitFor();
    },
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
  chatState('chat-turn-deleted', [
    snapshot({ deleted: 'Deleted a turn and the one that followed it.' }, question, answer('a1')),
  ]),
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
  chatState('chat-settings-invalid', [conversation()], async (open) => {
    await openSettings(open);
    await open.page.getByLabel('Temperature').fill('3');
    await open.page.getByLabel('Max tokens').fill('many');
  }),
  chatState('chat-settings-more-invalid', [conversation()], async (open) => {
    await openSettings(open);
    await open.page.getByRole('button', { name: 'More' }).click();
    await open.page.getByLabel('Seed').fill('1.5');
    await open.page.getByLabel('Presence penalty').fill('9');
    await open.page.getByLabel('Extra JSON').fill('{"stream": false}');
    await open.page.getByLabel('Extra JSON').scrollIntoViewIfNeeded();
  }),
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
    async ({ page }) => {
      await page.getByRole('textbox', { name: 'Message' }).fill('A second one');
    },
  ),
  chatState(
    'chat-streaming',
    [
      snapshot({ streaming: 'a1', status: 'support-tone-v7 is answering' }, question, streamingAnswer('a1')),
      { type: 'append', turn: 'a1', text: '', reasoning: 'The customer is angry.' },
      { type: 'append', turn: 'a1', text: richText.slice(0, 1100), reasoning: '' },
    ],
    async ({ page }) => {
      await page
        .getByRole('textbox', { name: 'Message' })
        .fill('And in French?\n\nWith kind regards.\nThanks.');
    },
  ),
  ...alertStates,
  ...readingStates,
  ...turnStates,
  chatState('chat-model-gone', [shows(goneFrame(), [question, answer('a1')])], async ({ page }) => {
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello?');
  }),
  chatState('chat-read-only', [
    snapshot(
      { readOnly: 'A newer version has written this chat. It can be read here.' },
      question,
      answer('a1'),
    ),
  ]),
  chatState('chat-open-elsewhere', [
    snapshot(
      {
        readOnly: 'This chat is open in another window. Close it there to continue here.',
        canFork: true,
      },
      question,
      answer('a1'),
    ),
  ]),
  ...attachmentStates,
  chatState('chat-history-off', [
    snapshot(
      { notice: 'Chat history is off: this chat is lost when its tab closes.' },
      question,
      answer('a1'),
    ),
  ]),
  detailsState('details-waiting-for-host', undefined),
  detailsState('details-loading', { state: 'loading', retrieved: '' }),
  detailsState('details-waiting', {
    state: 'loading',
    notice: 'Acme production is busy (503), trying again in 8 s.',
    canStop: true,
  }),
  detailsState('details-lora', {}, async ({ page }) => {
    await page.getByText('MODEL_HUB').hover();
  }),
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
