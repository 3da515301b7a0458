import type { Locator } from 'playwright-core';
import type { Workbench } from '../workbench/workbench.ts';
import { ChatPage } from './chatPage.ts';

/** The visible chat with several columns, as a person uses it. */
export class ColumnsPage extends ChatPage {
  static override async inSight(workbench: Workbench): Promise<ColumnsPage> {
    return new ColumnsPage(await workbench.webview('[data-page=chat]:has(textarea):has(.several)'));
  }

  /** The head of a column. */
  head(name: string): Locator {
    return this.frame.getByRole('region', { name, exact: true });
  }

  /** The answers of a model, the last one last. */
  answers(name: string): Locator {
    return this.frame.getByRole('article', { name, exact: true });
  }

  box(name: string): Locator {
    return this.frame.getByRole('checkbox', { name, exact: true });
  }

  /** One under each question that can be voted on. */
  get votes(): Locator {
    return this.frame.getByRole('group', { name: 'Which is better?' });
  }

  get vote(): Locator {
    return this.votes.last();
  }

  /** Waits until each of these models has so many answers that have ended, as only their figures tell. */
  async answered(names: readonly string[], count = 1): Promise<void> {
    for (const name of names) {
      const ended = this.answers(name)
        .locator('.figures')
        .filter({ hasText: /tokens · stop/u });
      await ended.nth(count - 1).waitFor();
    }
  }
}
