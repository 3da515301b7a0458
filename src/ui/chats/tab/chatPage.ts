import * as vscode from 'vscode';
import type { ChatChange } from '../../../core/chats/session/chatChange.ts';
import { shownPath } from '../../../core/chats/tree/conversationTree.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { otherModelOf } from '../actions/askedModel.ts';
import { doChatAction } from '../actions/chatActions.ts';
import { AnswerSilence } from '../page/answerSilence.ts';
import { statusAfter } from '../page/chatStatus.ts';
import { ShownTurns } from '../page/shownTurns.ts';
import { chatFrame } from './chatFrame.ts';
import { readChatMessage } from './chatInbound.ts';
import { Outbox } from './outbox.ts';
import { type CommonMessage, isCommon, type TabContext, type TabPage } from './tabPage.ts';

/** The page of a chat with one model: one path of its tree. */
export class ChatPage implements TabPage {
  readonly name = 'chat';
  readonly isHidden = false;
  readonly isSpent = false;
  readonly outbox: Outbox;
  readonly turns: ShownTurns;
  readonly #context: TabContext;
  readonly #silence: AnswerSilence;
  #status = '';

  constructor(context: TabContext) {
    const { session, attachments, feed, parts } = context;
    this.#context = context;
    this.turns = new ShownTurns(session, feed, () => [shownPath(session.conversation)], {
      see: (answer) => answer,
      show: (turn) => turn,
      nameOf: (connectionId) => parts.connections.named(connectionId),
    });
    this.#silence = new AnswerSilence(session, parts.isBaseModel);
    const canSend = () => parts.pageModel(session.conversation).gone === undefined;
    this.outbox = new Outbox(session, attachments, canSend);
  }

  get title(): string {
    return vscode.l10n.t('Chat: {0}', cleanText(this.#context.session.conversation.model, 60));
  }

  look(turn: string): void {
    this.#context.session.look(turn);
  }

  sendSnapshot(): void {
    this.#context.feed.send({ type: 'snapshot', frame: this.#frame, turns: this.turns.startOver() });
  }

  sendFrame(): void {
    this.#context.feed.send({ type: 'frame', frame: this.#frame });
  }

  sendPath(): void {
    const { session, feed } = this.#context;
    this.turns.sendNews();
    // Last, so that the page switches to all of it at once without jumping.
    feed.send({ type: 'path', ids: shownPath(session.conversation).map(({ id }) => id) });
  }

  follow(change: ChatChange): boolean {
    const before = this.#status;
    this.#status = statusAfter(change, this.#context.session.conversation, before);
    this.#silence.follow(change);
    return this.#status !== before;
  }

  read(raw: unknown): CommonMessage | (() => unknown) | undefined {
    const { session, parts } = this.#context;
    const message = readChatMessage(raw);
    if (!message) return undefined;
    if (isCommon(message)) return message;
    switch (message.type) {
      case 'edit':
        return () => {
          void session.edit(message.turn, message.text);
          this.sendFrame();
        };
      case 'sendRefused':
        return () => {
          parts.refused.sendAgain(session.conversation);
          this.sendFrame();
        };
      default:
        return () => doChatAction(message, session, parts, (turn) => this.#askedFor(turn));
    }
  }

  #askedFor(turn: string) {
    const { session, parts } = this.#context;
    return otherModelOf(session, turn, parts.presets.presets);
  }

  get #frame() {
    const { session, parts } = this.#context;
    const tab = { status: this.#status, silence: this.#silence.shown, queued: this.outbox.queued };
    return chatFrame(session, tab, parts);
  }
}
