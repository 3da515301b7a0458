import type { ChatPanels } from '../../chats/tab/chatPanels.ts';
import type { RunParts } from '../runParts.ts';

/** What a run's page needs from the rest of the extension. */
export interface RunPageParts
  extends Pick<
    RunParts,
    'runs' | 'connections' | 'catalogs' | 'pending' | 'keys' | 'documents' | 'extensionUri' | 'log'
  > {
  chats: { panels: Pick<ChatPanels, 'openNew'> };
}
