import * as vscode from 'vscode';
import { type ChatTabServices, chatTabServices } from '../../../src/ui/chats/actions/chatTabServices.ts';
import { trackLastEditor } from '../../../src/ui/chats/actions/lastEditor.ts';
import type { ReadOnlyDocuments } from '../../../src/ui/shared/readOnlyDocuments.ts';
import { developedExtension } from './extension.ts';
import type { World } from './world.ts';

/** For tabs that show no documents. */
export const noDocuments = { open: async () => undefined, putText: () => vscode.Uri.file('/none') };

/** For tabs that open no others. */
export const noTabs = { forkChat: async () => undefined, openNew: async () => undefined };

/** What all chat tabs of a world share. */
export interface TabServices extends ChatTabServices {
  dispose(): void;
}

export function tabServices(
  world: World,
  tabs: Parameters<typeof chatTabServices>[2] = noTabs,
  documents: Pick<ReadOnlyDocuments, 'open' | 'putText'> = noDocuments,
): TabServices {
  const { extensionUri } = developedExtension();
  const lastEditor = trackLastEditor();
  const window = { ...world, documents, extensionUri, globalStorageUri: vscode.Uri.file(world.folder) };
  const services = chatTabServices(window, lastEditor, tabs);
  return Object.assign(services, {
    dispose() {
      lastEditor.dispose();
      services.presets.dispose();
    },
  });
}
