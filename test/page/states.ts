import { alertStates } from './alertStates.ts';
import { attachmentStates } from './attachmentStates.ts';
import { columnStates } from './columnStates.ts';
import { everything } from './markdownSample.ts';
import type { OpenPage } from './openPage.ts';
import { longName, type PageState, question, snapshot } from './pageState.ts';
import { readingStates } from './readingStates.ts';
import { runStates } from './runStates.ts';
import {
  answer,
  chip,
  conversation,
  details,
  goneFrame,
  modelWith,
  richText,
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
  { name: 'chat-waiting-for-host', page: 'chat', messages: [] },
  { name: 'chat-empty', page: 'chat', messages: [snapshot({})] },
  {
    name: 'chat-empty-not-deployed',
    page: 'chat',
    messages: [
      snapshot({
        model: modelWith({
          name: longName,
          connection: 'Acme production, Frankfurt',
          warning: 'No deployment is listed. It may not answer.',
        }),
      }),
    ],
  },
  {
    name: 'chat-filled',
    page: 'chat',
    messages: [
      snapshot({ title: 'Chat: support-tone-v7' }),
      { type: 'fill', text: filledPrompt, note: filledNote },
    ],
  },
  { name: 'chat-conversation', page: 'chat', messages: [conversation()] },
  {
    name: 'chat-conversation-top',
    page: 'chat',
    messages: [conversation()],
    act: async ({ page }) => {
      await page.getByText('Reasoning, 4 s').click();
      await page.getByRole('log').focus();
      await page.keyboard.press('Home');
      await page.getByRole('button', { name: 'Jump to Latest' }).waitFor();
    },
  },
  {
    name: 'chat-markdown',
    page: 'chat',
    messages: [snapshot({}, question, answer('a1', { text: everything }))],
    act: async ({ page }) => {
      await page.locator('math').first().waitFor();
      await page.locator('.hljs-keyword').first().waitFor();
      await page.getByRole('button', { name: 'Show All 61 Lines' }).waitFor();
    },
  },
  {
    name: 'chat-settings',
    page: 'chat',
    messages: [snapshot({ settings: { systemPrompt: 'You are a calm agent.', temperature: 0.2 } }, question)],
    act: openSettings,
  },
  {
    name: 'chat-settings-more',
    page: 'chat',
    messages: [
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
    act: openSettings,
  },
  {
    name: 'chat-turn-deleted',
    page: 'chat',
    messages: [snapshot({ deleted: 'Deleted a turn and the one that followed it.' }, question, answer('a1'))],
  },
  {
    name: 'chat-without-earlier',
    page: 'chat',
    messages: [
      snapshot(
        { isWithoutEarlier: true },
        { ...question, notice: 'Sent without the earlier turns.' },
        answer('a1'),
      ),
    ],
    act: openSettings,
  },
  {
    name: 'chat-settings-refused',
    page: 'chat',
    messages: [
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
    act: openSettings,
  },
  {
    name: 'chat-settings-invalid',
    page: 'chat',
    messages: [conversation()],
    act: async (open) => {
      await openSettings(open);
      await open.page.getByLabel('Temperature').fill('3');
      await open.page.getByLabel('Max tokens').fill('many');
    },
  },
  {
    name: 'chat-settings-more-invalid',
    page: 'chat',
    messages: [conversation()],
    act: async (open) => {
      await openSettings(open);
      await open.page.getByRole('button', { name: 'More' }).click();
      await open.page.getByLabel('Seed').fill('1.5');
      await open.page.getByLabel('Presence penalty').fill('9');
      await open.page.getByLabel('Extra JSON').fill('{"stream": false}');
      await open.page.getByLabel('Extra JSON').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'chat-answering',
    page: 'chat',
    messages: [
      snapshot(
        {
          streaming: 'a1',
          status: 'Busy, trying again in 8 s',
          silence: silence({ retry: { text: 'Busy, trying again in {0} s', inMs: 8000 } }),
        },
        question,
        streamingAnswer('a1'),
      ),
    ],
  },
  {
    name: 'chat-waiting',
    page: 'chat',
    messages: [
      snapshot({ streaming: 'a1', silence: silence({ ms: 31_000 }) }, question, streamingAnswer('a1')),
    ],
  },
  {
    name: 'chat-queued',
    page: 'chat',
    messages: [
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
    act: async ({ page }) => {
      await page.getByRole('textbox', { name: 'Message' }).fill('A second one');
    },
  },
  {
    name: 'chat-streaming',
    page: 'chat',
    messages: [
      snapshot({ streaming: 'a1', status: 'support-tone-v7 is answering' }, question, streamingAnswer('a1')),
      { type: 'append', turn: 'a1', text: '', reasoning: 'The customer is angry.' },
      { type: 'append', turn: 'a1', text: richText.slice(0, 1100), reasoning: '' },
    ],
    act: async ({ page }) => {
      await page
        .getByRole('textbox', { name: 'Message' })
        .fill('And in French?\n\nWith kind regards.\nThanks.');
    },
  },
  ...alertStates,
  ...readingStates,
  ...turnStates,
  {
    name: 'chat-model-gone',
    page: 'chat',
    messages: [shows(goneFrame(), [question, answer('a1')])],
    act: async ({ page }) => {
      await page.getByRole('textbox', { name: 'Message' }).fill('Hello?');
    },
  },
  {
    name: 'chat-read-only',
    page: 'chat',
    messages: [
      snapshot(
        { readOnly: 'A newer version has written this chat. It can be read here.' },
        question,
        answer('a1'),
      ),
    ],
  },
  {
    name: 'chat-open-elsewhere',
    page: 'chat',
    messages: [
      snapshot(
        {
          readOnly: 'This chat is open in another window. Close it there to continue here.',
          canFork: true,
        },
        question,
        answer('a1'),
      ),
    ],
  },
  ...attachmentStates,
  {
    name: 'chat-history-off',
    page: 'chat',
    messages: [
      snapshot(
        { notice: 'Chat history is off: this chat is lost when its tab closes.' },
        question,
        answer('a1'),
      ),
    ],
  },
  { name: 'details-waiting-for-host', page: 'details', messages: [] },
  {
    name: 'details-loading',
    page: 'details',
    messages: [{ type: 'state', state: details({ state: 'loading', retrieved: '' }) }],
  },
  {
    name: 'details-waiting',
    page: 'details',
    messages: [
      {
        type: 'state',
        state: details({
          state: 'loading',
          notice: 'Acme production is busy (503), trying again in 8 s.',
          canStop: true,
        }),
      },
    ],
  },
  {
    name: 'details-lora',
    page: 'details',
    messages: [{ type: 'state', state: details() }],
    act: async ({ page }) => {
      await page.getByText('MODEL_HUB').hover();
    },
  },
  {
    name: 'details-base-model',
    page: 'details',
    messages: [
      {
        type: 'state',
        state: details({
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
      },
    ],
  },
  {
    name: 'details-gone',
    page: 'details',
    messages: [
      {
        type: 'state',
        state: details({ state: 'gone', notice: 'Gone from Acme. Shown as of 10:42.', canDelete: false }),
      },
    ],
  },
  {
    name: 'details-failed',
    page: 'details',
    messages: [
      {
        type: 'state',
        state: details({
          state: 'failed',
          name: longName,
          notice: 'Can’t reach models.acme.example: the connection was refused.',
        }),
      },
    ],
  },
  ...columnStates,
  ...runStates,
];
