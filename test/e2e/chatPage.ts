import type { Frame, Locator } from 'playwright-core';
import type { Workbench } from '../workbench/workbench.ts';

/** The visible chat, as a person uses it. */
export class ChatPage {
  readonly frame: Frame;

  constructor(frame: Frame) {
    this.frame = frame;
  }

  /** With `text`, the one that shows it: for a moment the tab that was left may still be in sight. */
  static async inSight(workbench: Workbench, text = ''): Promise<ChatPage> {
    const shown = `[data-page=chat]:has(textarea):has(.chat:not(.several)):has-text(${JSON.stringify(text)})`;
    return new ChatPage(await workbench.webview(shown));
  }

  /** Opens a new chat by the command. A page that becomes visible takes the focus, which closes a quick pick; a person would try again. */
  static async open(workbench: Workbench, model: string): Promise<ChatPage> {
    const pick = workbench.quickInput.getByPlaceholder('Search by name or base model');
    for (let left = 3; ; left--) {
      await workbench.runCommand('Hosted Models: New Chat…');
      try {
        await pick.waitFor({ timeout: 5000 });
        await workbench.inputBox.fill(model, { timeout: 5000 });
        await workbench.pickItem(model).click({ timeout: 5000 });
        break;
      } catch (error) {
        if (left === 0) throw error;
        await workbench.page.keyboard.press('Escape');
      }
    }
    await workbench.editorTab(`Chat: ${model}`).waitFor();
    return ChatPage.inSight(workbench, model);
  }

  get message(): Locator {
    return this.frame.getByRole('textbox', { name: 'Message' });
  }

  get turns(): Locator {
    return this.frame.getByRole('log', { name: 'Conversation' }).getByRole('article');
  }

  get lastAnswer(): Locator {
    return this.turns.last();
  }

  get alert(): Locator {
    return this.frame.getByRole('alert');
  }

  button(name: string): Locator {
    return this.frame.getByRole('button', { name, exact: true });
  }

  async send(text: string): Promise<void> {
    await this.message.fill(text);
    await this.message.press('Enter');
  }

  /** Waits until the last answer has ended, in whatever way: only then are its figures shown. */
  async ended(): Promise<void> {
    await this.lastAnswer.locator('.figures').waitFor();
    await this.button('Send').waitFor();
  }
}
