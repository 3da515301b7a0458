import path from 'node:path';
import { ChatPage } from '../chatPage.ts';
import type { ScreenSession } from '../screenStates.ts';
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

/** The picture in README.md: copy \`out/screens/workbench-readme-light.png\` to \`docs/pictures/screenshot.png\`. */
export const readmeSession: ScreenSession = {
  options: { connections: acmeProduction, viewport: { width: 1200, height: 750 } },
  screens: [
    {
      name: 'readme',
      show: async (app) => {
        const { workbench, service } = app;
        await writeOldChats(path.join(storageFolder(app), 'chats'), 'production');
        await reload(app);
        service.tokensPerSecond = 60;
        service.fail({ on: 'POST /api/v1/chat/completions', kind: 'answer', text: answer });
        const row = await workbench.scrollTo('support-tone-v7', 'Models');
        await workbench.rowAction(row, 'Chat');
        await workbench.expand(row);
        const chat = await ChatPage.inSight(workbench);
        await chat.send(question);
        await chat.ended();
        await clear(app);
      },
    },
  ],
};
