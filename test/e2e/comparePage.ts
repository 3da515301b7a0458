import type { Frame, Locator } from 'playwright-core';
import type { Workbench } from '../workbench/workbench.ts';

/** The visible comparison, as a person uses it. */
export class ComparePage {
  readonly frame: Frame;

  constructor(frame: Frame) {
    this.frame = frame;
  }

  static async inSight(workbench: Workbench): Promise<ComparePage> {
    return new ComparePage(await workbench.webview('[data-page=compare] textarea'));
  }

  get message(): Locator {
    return this.frame.getByRole('textbox', { name: 'Message' });
  }

  column(name: string): Locator {
    return this.frame.getByRole('region', { name, exact: true });
  }

  /** The answers in a column, the last one last. */
  answers(name: string): Locator {
    return this.column(name).locator('article.answer-turn');
  }

  button(name: string): Locator {
    return this.frame.getByRole('button', { name, exact: true });
  }

  box(name: string): Locator {
    return this.frame.getByRole('checkbox', { name, exact: true });
  }

  get vote(): Locator {
    return this.frame.getByRole('group', { name: 'Which is better?' });
  }

  async send(text: string): Promise<void> {
    await this.message.fill(text);
    await this.message.press('Enter');
  }

  /** Waits until each of these columns has so many answers that have ended, as only their figures tell. */
  async answered(names: readonly string[], count = 1): Promise<void> {
    for (const name of names) {
      const ended = this.answers(name)
        .locator('.figures')
        .filter({ hasText: /tokens · stop/u });
      await ended.nth(count - 1).waitFor();
    }
  }
}
