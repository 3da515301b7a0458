import * as v from 'valibot';
import { isSameModel, type NamedModel } from './modelKey.ts';

/** The part of VS Code's `Memento` that is used here. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const maxKept = 5;

const memoryKey = 'models.recent';
const remembered = v.fallback(v.array(v.object({ connectionId: v.string(), name: v.string() })), []);

/** The models that chats used last, kept across windows. */
export class RecentModels {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Newest first. */
  get all(): readonly NamedModel[] {
    return v.parse(remembered, this.#memory.get(memoryKey));
  }

  /** Call when a chat with this model begins or sends a message. */
  use({ connectionId, name }: NamedModel): void {
    const used = { connectionId, name };
    const before = this.all;
    if (before[0] && isSameModel(before[0], used)) return;
    const others = before.filter((one) => !isSameModel(one, used));
    void this.#memory.update(memoryKey, [used, ...others].slice(0, maxKept));
  }

  forgetAll(): void {
    void this.#memory.update(memoryKey, undefined);
  }
}
