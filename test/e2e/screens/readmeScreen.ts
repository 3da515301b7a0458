import path from 'node:path';
import type { RunningService } from '../../service/service.ts';
import { ChatPage } from '../chatPage.ts';
import type { ScreenSession } from '../screenStates.ts';
import { openPick } from './deletionScreens.ts';
import { writeOldChats } from './oldChats.ts';
import { acmeProduction, clear, reload, storageFolder } from './steps.ts';

const question = 'Rewrite this reply in our tone: “Your refund is late. Wait.”';

const answer = `Here is a version in your support tone:

> Dear customer, thank you for your patience. Your refund is on its way, and it will be with you **by Friday**. We are
> sorry for the wait.

- It opens with thanks, not with the problem.
- It gives a day, which the service can look up:

\`\`\`python
from datetime import date, timedelta

def due(ordered: date, days: int = 5) -> date:
    """The day on which the refund arrives."""
    return ordered + timedelta(days=days)
\`\`\`
`;

/** The font of other scripts may be missing where the pictures are taken. */
function keepLatinNames({ catalog }: RunningService): void {
  catalog.loras = catalog.loras.filter(({ name }) => /^[\w./-]+$/u.test(name) && name.length < 40);
}

/** The pictures of README.md. */
export const readmeSession: ScreenSession = {
  options: {
    connections: acmeProduction,
    viewport: { width: 1200, height: 790 },
    scale: 2,
    prepareService: keepLatinNames,
  },
  shown: { theme: 'light', folder: path.resolve(import.meta.dirname, '../../../docs/pictures') },
  screens: {
    'readme-list': async (app) => {
      const { workbench } = app;
      await writeOldChats(path.join(storageFolder(app), 'chats'), 'production');
      await reload(app);
      const row = await workbench.scrollTo('support-tone-v7', 'Models');
      await workbench.expand(row);
      await workbench.rowAction(row, 'Show Details');
      const page = await workbench.webview('[data-page=details] h1');
      await page.getByText(/Retrieved at/u).waitFor();
      await clear(app);
    },
    'readme-chat': async (app) => {
      const { workbench, service } = app;
      service.tokensPerSecond = 60;
      service.fail({ on: 'POST /api/v1/chat/completions', kind: 'answer', text: answer });
      await workbench.rowAction(await workbench.scrollTo('support-tone-v7', 'Models'), 'Chat');
      const chat = await ChatPage.inSight(workbench);
      await chat.send(question);
      await chat.ended();
      await clear(app);
    },
    'readme-clean-up': async (app) => {
      const { workbench } = app;
      await openPick(app);
      const rows = workbench.quickInput.getByRole('checkbox');
      for (const at of [2, 4, 5]) await rows.nth(at).click();
      await workbench.quickInputSaying('3 Selected').waitFor();
    },
  },
};
