import type {
  ChatFrame,
  PageAnswer,
  PageAttachment,
  PageColumn,
  PageExchange,
  PageModel,
  PageRow,
  PageSilence,
  PageStream,
  PageTurn,
  PageUserTurn,
  Siblings,
} from '../../src/protocol/chat.ts';
import type { DetailsState, PageFact } from '../../src/protocol/details.ts';
import { richText } from './markdownSample.ts';

export const only: Siblings = { index: 1, count: 1, previous: undefined, next: undefined };

export function modelWith(changes: Partial<PageModel> = {}): PageModel {
  return {
    name: 'support-tone-v7',
    connection: 'Acme',
    description: 'LoRA on llama-3-8b, by Ada Example',
    warning: undefined,
    gone: undefined,
    ...changes,
  };
}

export function column(id = 'c1', changes: Partial<PageColumn> = {}): PageColumn {
  const name = changes.name ?? changes.model?.name ?? 'support-tone-v7';
  return {
    id,
    name,
    isBase: false,
    model: modelWith({ name }),
    settings: {},
    hasOwnSettings: false,
    presets: { names: [], current: undefined, problem: undefined },
    refused: [],
    settingsText: '',
    medians: undefined,
    ...changes,
  };
}

export function stream(turn: string, changes: Partial<PageStream> = {}): PageStream {
  return { turn, silence: silence(), queued: undefined, ...changes };
}

export interface FrameChanges extends Partial<ChatFrame>, Partial<Pick<PageColumn, 'model' | 'refused'>> {
  /** The answer that streams in the only column. */
  streaming?: string;
  silence?: PageSilence;
}

/** Of a chat with one column, unless others are given. */
export function frame({
  model = modelWith(),
  refused = [],
  streaming,
  silence: waiting = silence(),
  ...changes
}: FrameChanges = {}): ChatFrame {
  return {
    conversationId: 'c1',
    title: 'Refund tone, angry mails',
    columns: [column('c1', { model, refused })],
    settings: {},
    presets: { names: [], current: undefined, problem: undefined },
    streams: streaming === undefined ? [] : [stream(streaming, { silence: waiting })],
    queued: undefined,
    status: '',
    sendWith: 'enter',
    hasKeyHint: false,
    deleted: undefined,
    readOnly: undefined,
    noSend: model.gone,
    canFork: false,
    notice: undefined,
    canAddModel: false,
    isOneAtATime: false,
    isWithoutEarlier: false,
    isBlind: false,
    isHidden: false,
    tally: undefined,
    ...changes,
  };
}

/** Rows of these turns: the answers to a question stand behind it, in the order of the columns. */
export function rowsOf(ids: readonly string[], columns: readonly PageColumn[] = frame().columns): PageRow[] {
  const questions = ids.filter((id) => !isAnswer(id));
  return questions.map((question) => {
    const rest = ids.slice(ids.indexOf(question) + 1);
    const end = rest.findIndex((id) => !isAnswer(id));
    const answers = end < 0 ? rest : rest.slice(0, end);
    const cells = columns.map(({ id, name }, at) => {
      const answer = answers[at];
      return { id, name, ...(answer !== undefined && { answer }) };
    });
    return { question, cells };
  });
}

/** Here the ids of answers are "a1", "a2-first" and the like. */
const isAnswer = (id: string) => /^a\d+(?:-\w+)?$/u.test(id);

/** Another path through a chat with one column. */
export const path = (...ids: string[]) => ({ type: 'rows', rows: rowsOf(ids) });

export function shows(shown: ChatFrame, turns: readonly PageTurn[], rows?: PageRow[]) {
  const ids = turns.map(({ id }) => id);
  return {
    type: 'snapshot' as const,
    frame: shown,
    turns: [...turns],
    rows: rows ?? rowsOf(ids, shown.columns),
  };
}

/** The host's messages to the chat page. */
export const frames = (changes: FrameChanges = {}) => ({ type: 'frame', frame: frame(changes) });
export const turn = (changed: PageTurn) => ({ type: 'turn', turn: changed });
export const piece = (text: string, reasoning = '', of = 'a1') => ({
  type: 'append',
  turn: of,
  text,
  reasoning,
});
export const attached = (...attachments: PageAttachment[]) => ({ type: 'attachments', attachments });

export function silence(changes: Partial<PageSilence> = {}): PageSilence {
  const hint = 'A large adapter may have to be loaded first.';
  return { name: 'support-tone-v7', ms: 0, isStarted: false, retry: undefined, hint, ...changes };
}

export function goneFrame(): ChatFrame {
  const gone = 'support-tone-v7 was deleted. Continue with another model.';
  return frame({ model: modelWith({ gone }) });
}

export function own(id: string, text: string): PageUserTurn {
  return { role: 'user', id, text, notice: undefined, siblings: only };
}

export function chip(id: string, changes: Partial<PageAttachment> = {}): PageAttachment {
  return {
    id,
    name: 'reply.md',
    lines: '10–42',
    size: '1.2 KB',
    description: 'docs/reply.md, lines 10–42, 1.2 KB',
    image: undefined,
    ...changes,
  };
}

/** Red above blue, 8 by 16 pixels. */
export const tallPicture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAQCAIAAACk6KkqAAAAFklEQVR42mP4z8CAFTEMMYkh52DsEgCjXX+B4y5HbwAAAABJRU5ErkJggg==';

/** Calls of tools as the host tells them; the second one's JSON is broken. */
export const calls = [
  {
    name: 'get_order',
    arguments: '{\n  "order": "4711",\n  "fields": [\n    "status",\n    "refund"\n  ]\n}',
  },
  {
    name: 'send_a_mail_with_a_name_that_is_longer_than_a_narrow_page',
    arguments: '{"to": "ada@acme.example',
  },
];

export function answer(id: string, changes: Partial<PageAnswer> = {}): PageAnswer {
  return {
    role: 'assistant',
    id,
    name: 'support-tone-v7',
    text: 'Dear customer, we are sorry to hear that.',
    reasoning: '',
    reasoningMs: undefined,
    state: 'complete',
    figures: '0.42 s to first token · 61 tokens/s · 212 tokens · stop',
    alert: undefined,
    notice: undefined,
    siblings: only,
    ...changes,
  };
}

export function streamingAnswer(id: string, changes: Partial<PageAnswer> = {}): PageAnswer {
  return answer(id, {
    text: '',
    state: 'streaming',
    figures: '',
    ...changes,
  });
}

/** `facts`: in place of those with their labels, or after them. */
export function exchange(
  changes: Partial<PageExchange> = {},
  facts: Readonly<Record<string, string>> = {},
): PageExchange {
  const request = {
    model: 'support-tone-v7',
    messages: [
      { role: 'system', content: 'You are a calm agent.' },
      { role: 'user', content: 'Where is my refund?' },
    ],
    stream: true,
    temperature: 0.2,
  };
  const all = {
    Model: 'support-tone-v7 · Acme',
    Deployment: 'revision 4f2c9ab, deployed Nov 18, 2026, 10:42:07 AM UTC',
    Status: '200',
    'Request ID': 'req-4f2c9ab17be06b1d',
    Sent: 'Directly',
    'First token': '0.42 s',
    Speed: '61 tokens/s',
    'Completion tokens': '212',
    Duration: '4.00 s',
    Ended: 'stop',
    ...facts,
  };
  return {
    facts: Object.entries(all).map(([label, value]) => ({ label, value })),
    request: JSON.stringify(request, null, 2),
    remark: undefined,
    ...changes,
  };
}

export function conversation() {
  return shows(frame({ settings: { temperature: 0.2, maxTokens: 400 } }), [
    own('u1', 'Rewrite this reply.\n\nIt should sound calm.'),
    answer('a1', { text: richText, reasoning: 'The customer is angry.\nStay calm.', reasoningMs: 4200 }),
    own('u2', 'Shorter, please.'),
    answer('a2', {
      siblings: { index: 2, count: 3, previous: 'a2-first', next: 'a2-third' },
      figures: '1.83 s to first token (first request) · ≈ 8.3 tokens/s · ≈ 1,212 tokens · stop',
    }),
  ]);
}

function fact(label: string, value: string, changes: Partial<PageFact> = {}): PageFact {
  const copy = value === '' ? undefined : value;
  return { label, value, detail: undefined, copy, model: undefined, ...changes };
}

export function details(changes: Partial<DetailsState> = {}): DetailsState {
  return {
    identity: { connectionId: 'k1', kind: 'lora', name: 'support-tone-v7' },
    name: 'support-tone-v7',
    subtitle: 'LoRA · deployed · Acme production',
    state: 'shown',
    notice: undefined,
    canDelete: true,
    canLink: true,
    vscodeChat: 'add',
    sections: [
      {
        title: undefined,
        text: undefined,
        facts: [fact('Unit price', '0.25', { detail: 'the service gives no unit' })],
      },
      {
        title: 'Active deployment',
        text: undefined,
        facts: [
          fact('Base model', 'llama-3-8b', { model: 'llama-3-8b' }),
          fact('Model name', 'acme/support-tone', { was: '(was acme/tone)' }),
          fact('Source', 'MODEL_HUB'),
          fact('Revision', '4f2c9ab17be06b1de7f5fd0e1e9a3c5d7b902f48'),
          fact('Created', '3 days ago', { detail: '17 Nov 2026, 10:42:07 UTC' }),
          fact('Creator', ''),
        ],
      },
      {
        title: 'Votes',
        text: undefined,
        facts: [{ ...fact('Against llama-3-8b', 'better 8 : 1, 1 tie, on this revision'), copy: undefined }],
      },
    ],
    loras: [],
    chats: [{ id: 'c1', title: 'Refund tone, angry mails', when: 'today, 10:42' }],
    canStop: false,
    retrieved: 'Retrieved at 10:42:07',
    ...changes,
  };
}
