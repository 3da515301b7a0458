/** One line of the description list. */
export interface FactView {
  label: string;
  /** Empty where the service gave none; the page then says "not given". */
  value: string;
  /** More on it, as the absolute time behind "3 days ago". */
  detail: string | undefined;
  /** What Copy puts on the clipboard; `undefined` where there is nothing to copy. */
  copy: string | undefined;
  /** The value is a link to this model's details. */
  model: string | undefined;
}

export interface DetailsSection {
  title: string | undefined;
  /** Stands in place of the facts, as "none". */
  text: string | undefined;
  facts: FactView[];
}

export interface DetailsState {
  /** What the page keeps with `setState`. */
  identity: DetailsPageState;
  name: string;
  /** As "LoRA · deployed · Acme production". */
  subtitle: string;
  /** `loading` shows what is known from the list; `gone` and `failed` say so in `notice`. */
  state: 'loading' | 'shown' | 'gone' | 'failed';
  notice: string | undefined;
  /** What is retrieved takes more than a moment, and may be stopped. */
  canStop: boolean;
  canDelete: boolean;
  sections: DetailsSection[];
  /** On a base model only. */
  loras: string[];
  chats: { id: string; title: string; when: string }[];
  /** As "Retrieved at 10:42:07". */
  retrieved: string;
}

export type DetailsToPage = { type: 'state'; seq: number; state: DetailsState };

export type DetailsToHost =
  | { type: 'ready' }
  | { type: 'refresh' }
  /** Ends what `refresh` or opening began. */
  | { type: 'stop' }
  | { type: 'chat' }
  /** Asks this page's own model, and nothing else. */
  | { type: 'sendTestRequest' }
  | { type: 'copyName' }
  | { type: 'openJson' }
  /** Opens the confirmation of the host; deletes nothing by itself. */
  | { type: 'delete' }
  | { type: 'copy'; text: string }
  | { type: 'openModel'; name: string }
  | { type: 'openChat'; id: string };

/** What the page keeps with `setState`, so that a reload brings it back. */
export interface DetailsPageState {
  connectionId: string;
  kind: 'lora' | 'baseModel';
  name: string;
}
