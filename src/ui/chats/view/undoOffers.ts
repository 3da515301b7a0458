import { sayInfo } from '../../shared/messages.ts';
import { t } from '../../shared/text/t.ts';

interface Offers {
  /** The undo functions, newest last. */
  undos: (() => Promise<void>)[];
  /** Identifies the message that is shown now. */
  shown: object;
}

/**
 * Offers to undo a deletion in a message. VS Code closes a message when the same text is shown again, which would lose the earlier
 * offer, so that one is shown again once the later one is used.
 */
export class UndoOffers {
  readonly #offers = new Map<string, Offers>();

  async offer(text: string, undo: () => Promise<void>): Promise<void> {
    const offers = this.#offers.get(text) ?? { undos: [], shown: {} };
    this.#offers.set(text, offers);
    offers.undos.push(undo);
    await this.#show(text, offers);
  }

  async #show(text: string, offers: Offers): Promise<void> {
    const shown = {};
    offers.shown = shown;
    const title = t('Undo');
    const isTaken = (await sayInfo(text, title)) === title;
    // VS Code closed the message for a newer one with the same text, which now stands for both.
    if (offers.shown !== shown) return;
    const undo = isTaken ? offers.undos.pop() : undefined;
    await undo?.();
    if (offers.shown !== shown) return;
    if (undo && offers.undos.length > 0) await this.#show(text, offers);
    else this.#offers.delete(text);
  }
}
