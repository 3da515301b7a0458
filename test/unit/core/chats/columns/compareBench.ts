import { CompareSession } from '../../../../../src/core/chats/columns/compareSession.ts';
import { comparing } from '../../../../../src/core/chats/columns/newComparison.ts';
import type { AnswerTurn } from '../../../../../src/core/chats/tree/conversation.ts';
import { Bench, emptyConversation, type ScriptedCall } from '../chatScript.ts';

/** A comparison on a real store. Its models are its columns' names. */
export class CompareBench extends Bench {
  readonly compare: CompareSession;
  readonly gone = new Set<string>();

  constructor(
    folder: string,
    models: readonly string[] = ['base', 'tone'],
    conversation = emptyConversation(),
  ) {
    const compared = models.map((model) => ({ connectionId: 'acme', model }));
    super(folder, conversation.comparison ? conversation : comparing(conversation, compared));
    this.compare = new CompareSession(this.session, ({ model }) => this.gone.has(model));
  }

  id(model: string): string {
    return this.compare.comparison.columns.find((one) => one.model === model)?.id ?? '';
  }

  /** What a column shows. */
  shown(model: string): string[] {
    const column = this.compare.column(this.id(model));
    return column ? this.compare.path(column).map(({ text }) => text) : [];
  }

  answer(model: string): AnswerTurn | undefined {
    const column = this.compare.column(this.id(model));
    return column && this.compare.path(column).findLast((turn) => turn.role === 'assistant');
  }

  /** Starts something that asks `count` models, and returns their requests by model. */
  async start(act: () => Promise<void>, count = 2) {
    const calls = new Map<string, ScriptedCall>();
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    this.service.onCall = (call) => {
      calls.set(call.request.model, call);
      if (calls.size === count) resolve();
    };
    const done = act();
    await asked;
    const of = (model: string): ScriptedCall => {
      const call = calls.get(model);
      if (!call) throw new Error(`${model} was not asked.`);
      return call;
    };
    return { of, done };
  }

  /** A question that every column answers with its model's name and the question. */
  async exchangeAll(
    text: string,
    models = this.compare.comparison.columns.map(({ model }) => model),
  ): Promise<void> {
    const { of, done } = await this.start(() => this.compare.send(text), models.length);
    for (const model of models) of(model).say(`${model}: ${text}`).finish();
    await done;
  }
}
