import * as v from 'valibot';
import * as vscode from 'vscode';
import type { ChatRecord } from '../../core/chats/chatRecord.ts';
import type { ChatStorage } from '../../core/chats/chatStorage.ts';
import type { Conversation, Turn } from '../../core/chats/conversation.ts';
import { type DeletedTurns, deletionRecords, withoutTurn, withTurns } from '../../core/chats/turnDeletion.ts';
import { recordsOf } from '../../core/chats/wholeChat.ts';
import type { ChatPanel } from '../chat/chatPanel.ts';
import type { ChatPanels } from '../chat/chatPanels.ts';
import { sayError, sayWarning } from '../messages.ts';
import { UndoOffers } from './undoOffers.ts';

interface Parts extends Pick<ChatStorage, 'store' | 'access'> {
  panels: ChatPanels;
  regenerateWith: (session: ChatPanel['session'], turn: string) => Promise<void>;
}

/** What VS Code passes from the element under the pointer; the page writes it. */
const turnArgument = v.object({
  chat: v.pipe(v.string(), v.uuid()),
  turn: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
});

/** The commands of a turn's context menu. */
export class TurnCommands {
  readonly #parts: Parts;
  readonly #undos = new UndoOffers();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async copyMarkdown(argument: unknown): Promise<void> {
    const chosen = this.#chosen(argument);
    if (chosen) await vscode.env.clipboard.writeText(chosen.turn.text);
  }

  async copyPlain(argument: unknown): Promise<void> {
    const chosen = this.#chosen(argument);
    // What the person wrote is shown as they wrote it.
    if (chosen?.turn.role === 'assistant') chosen.panel.copyPlain(chosen.turn.id);
    else await this.copyMarkdown(argument);
  }

  async fork(argument: unknown): Promise<void> {
    const chosen = this.#chosen(argument);
    if (chosen) await this.#parts.panels.fork(chosen.panel.session, chosen.turn.id);
  }

  async regenerateWith(argument: unknown): Promise<void> {
    const chosen = this.#chosen(argument);
    if (chosen) await this.#parts.regenerateWith(chosen.panel.session, chosen.turn.id);
  }

  showExchange(argument: unknown): void {
    const chosen = this.#chosen(argument);
    chosen?.panel.showExchange(chosen.turn.id);
  }

  /** Deletes at once and offers to undo it, in place of a question beforehand. */
  async delete(argument: unknown): Promise<void> {
    const chosen = this.#chosen(argument);
    if (!chosen) return;
    const { session } = chosen.panel;
    const gone = await session.deleteTurn(chosen.turn.id);
    if (!gone) {
      void sayWarning(
        vscode.l10n.t(
          'A turn can’t be deleted while an answer streams below it, or in a chat that is read-only.',
        ),
      );
      return;
    }
    const goneThere = await this.#deleteKept(session, chosen.turn.id);
    const { id } = session.conversation;
    await this.#undos.offer(deletedText(gone), () => this.#bringBack(id, gone, goneThere));
  }

  async #deleteKept(session: ChatPanel['session'], turn: string): Promise<DeletedTurns | undefined> {
    let gone: DeletedTurns | undefined;
    await this.#parts.panels.changeKept(session, (kept) => {
      const left = withoutTurn(kept, turn);
      gone = left?.gone;
      return left ? deletionRecords(left, Date.now()) : [];
    });
    return gone;
  }

  /** The tab may have been closed since, and an empty chat with it. `goneThere`: what was deleted from the file apart from it. */
  async #bringBack(chat: string, gone: DeletedTurns, goneThere: DeletedTurns | undefined): Promise<void> {
    const { panels, store, access } = this.#parts;
    await panels.alone(chat, async () => {
      if (!panels.session(chat)) await access.asOwner(chat, () => store.restore(chat));
      if (goneThere) await access.change(chat, (kept) => recordsWith(kept, goneThere));
    });
    if (!panels.session(chat)) await panels.open(chat);
    const isBack = await panels.session(chat)?.restoreTurns(gone);
    if (isBack === false) {
      void sayError(vscode.l10n.t('The turn can’t be brought back: what it followed was deleted too.'));
    }
  }

  #chosen(argument: unknown): { panel: ChatPanel; turn: Turn } | undefined {
    const read = v.safeParse(turnArgument, argument);
    const panel = read.success ? this.#parts.panels.panel(read.output.chat) : undefined;
    const turn = read.success ? panel?.session.conversation.turns.get(read.output.turn) : undefined;
    return panel && turn && { panel, turn };
  }
}

function recordsWith(kept: Conversation, gone: DeletedTurns): ChatRecord[] {
  const whole = withTurns(kept, gone);
  return whole ? recordsOf(whole) : [];
}

function deletedText({ turns }: DeletedTurns): string {
  if (turns.length === 1) return vscode.l10n.t('Deleted a turn.');
  if (turns.length === 2) return vscode.l10n.t('Deleted a turn and the one that followed it.');
  return vscode.l10n.t('Deleted a turn and {0} that followed it.', turns.length - 1);
}
