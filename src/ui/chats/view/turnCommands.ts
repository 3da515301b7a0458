import * as v from 'valibot';
import * as vscode from 'vscode';
import type { ChatStorage } from '../../../core/chats/chatStorage.ts';
import type { Turn } from '../../../core/chats/tree/conversation.ts';
import { parsed } from '../../shared/parsed.ts';
import type { ChatPanel } from '../tab/chatPanel.ts';
import type { ChatPanels } from '../tab/chatPanels.ts';
import { deleteTurn } from './deleteTurn.ts';
import { UndoOffers } from './undoOffers.ts';

interface Parts extends Pick<ChatStorage, 'store' | 'ownership'> {
  panels: ChatPanels;
  regenerateWith: (session: ChatPanel['session'], turn: string) => Promise<void>;
}

/** What VS Code passes from the element under the pointer; the page defines it. */
const turnArgument = v.object({
  chat: v.pipe(v.string(), v.uuid()),
  turn: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
});

/** Commands of a turn's context menu. */
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
    // The user's own text is shown as written.
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

  async delete(argument: unknown): Promise<void> {
    const chosen = this.#chosen(argument);
    if (!chosen) return;
    await deleteTurn(chosen.panel.session, chosen.turn.id, this.#undos, this.#parts);
  }

  #chosen(argument: unknown): { panel: ChatPanel; turn: Turn } | undefined {
    const given = parsed(turnArgument, argument);
    const panel = given && this.#parts.panels.panel(given.chat);
    const turn = given && panel?.session.conversation.turns.get(given.turn);
    return panel && turn && { panel, turn };
  }
}
