import * as v from 'valibot';
import type { Messages, MessageTable } from './messages.ts';

/** One line of the description list. */
export interface PageFact {
  label: string;
  /** Empty if the service gave none; the page then says "not given". */
  value: string;
  /** More detail, e.g. the absolute time behind "3 days ago". */
  detail: string | undefined;
  /** What it was before a change that the user had not seen, e.g. "(was mistral-7b)". */
  was?: string;
  /** What Copy puts on the clipboard; `undefined` if there is nothing to copy. */
  copy: string | undefined;
  /** If set, the value links to this model's details. */
  model: string | undefined;
}

export interface DetailsSection {
  title: string | undefined;
  /** Shown in place of the facts, e.g. "none". */
  text: string | undefined;
  facts: PageFact[];
}

export interface DetailsState {
  /** What the page keeps with `setState`. */
  identity: DetailsPageState;
  name: string;
  /** E.g. "LoRA · deployed · Acme production". */
  subtitle: string;
  /** `loading` shows what is known from the list; `gone` and `failed` say so in `notice`. */
  state: 'loading' | 'shown' | 'gone' | 'failed';
  notice: string | undefined;
  /** True if loading takes more than a moment and may be stopped. */
  canStop: boolean;
  canDelete: boolean;
  canLink: boolean;
  /** Whether the model can be added to VS Code's chat or removed from it; `undefined` if it is gone. */
  vscodeChat: 'add' | 'remove' | undefined;
  sections: DetailsSection[];
  /** For base models only. */
  loras: string[];
  chats: { id: string; title: string; when: string }[];
  /** E.g. "Retrieved at 10:42:07". */
  retrieved: string;
}

export type DetailsToPage = { type: 'state'; state: DetailsState };

const text = v.pipe(v.string(), v.maxLength(100_000));

/** What the page says, each message by its type; its handlers are in `ui/details/detailsPanel.ts`. */
export const detailsToHost = {
  ready: {},
  refresh: {},
  /** Stops what `refresh` or opening began. */
  stop: {},
  chat: {},
  compareWithBase: {},
  /** Tests this page's own model and nothing else. */
  sendTestRequest: {},
  /** Opens the host's confirmation; deletes nothing by itself. */
  delete: {},
  copy: { text },
  openModel: { name: text },
  openChat: { id: v.pipe(v.string(), v.uuid()) },
} as const satisfies MessageTable;

type DetailsMessages = Messages<typeof detailsToHost>;
export type DetailsToHost = DetailsMessages[keyof DetailsMessages];

/** What the page keeps with `setState`, so that it survives a reload. */
export interface DetailsPageState {
  connectionId: string;
  kind: 'lora' | 'baseModel';
  name: string;
}
