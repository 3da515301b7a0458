import * as vscode from 'vscode';
import type { ChatService } from '../../../src/core/chats/session/chatChange.ts';
import { type ChatPanelParts, chatParts } from '../../../src/ui/chats/actions/chatParts.ts';
import { chatService } from '../../../src/ui/chats/actions/chatService.ts';
import { keyHint } from '../../../src/ui/chats/actions/keyHint.ts';
import { LastEditor } from '../../../src/ui/chats/actions/lastEditor.ts';
import { pageModels } from '../../../src/ui/chats/page/pageModel.ts';
import { PresetsFile } from '../../../src/ui/presets/presetsFile.ts';
import type { ReadOnlyDocuments } from '../../../src/ui/shared/readOnlyDocuments.ts';
import { developedExtension } from './extension.ts';
import type { World } from './world.ts';

/** For tabs that show no documents. */
export const noDocuments = { open: async () => undefined, putText: () => vscode.Uri.file('/none') };

/** For tabs that open no others. */
export const noTabs = { forkChat: async () => undefined, openNew: async () => undefined };

/** What chat tabs need of a world, put together as in `buildChats.ts`. */
export interface TabParts {
  parts: ChatPanelParts;
  service: ChatService;
  presets: PresetsFile;
  lastEditor: LastEditor;
  dispose(): void;
}

export function tabParts(
  world: World,
  tabs: Parameters<typeof chatParts>[1] = noTabs,
  documents: Pick<ReadOnlyDocuments, 'open' | 'putText'> = noDocuments,
): TabParts {
  const { folder, log } = world;
  const lastEditor = new LastEditor();
  const presets = new PresetsFile(vscode.Uri.file(folder), log);
  const pageModel = pageModels(world);
  const service = chatService(world, (column) => pageModel(column).gone !== undefined);
  const { extensionUri } = developedExtension();
  const parts = chatParts(
    {
      ...world,
      extensionUri,
      lastEditor,
      keyHint: keyHint(world.memory),
      presets,
      documents,
      pageModel,
      deployment: service.deployment,
    },
    tabs,
  );
  return {
    parts,
    service,
    presets,
    lastEditor,
    dispose() {
      lastEditor.dispose();
      presets.dispose();
    },
  };
}
