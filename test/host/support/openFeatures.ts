import * as vscode from 'vscode';
import { lateFeatures } from '../../../src/ui/lateFeatures.ts';
import { ModelsView } from '../../../src/ui/models/view/modelsView.ts';
import { ReadOnlyDocuments } from '../../../src/ui/shared/readOnlyDocuments.ts';
import { developedExtension } from './extension.ts';
import { HandledView } from './handledView.ts';
import type { World } from './world.ts';

/** Makes all that a window creates on first use, and the one view that stands for all of them. */
export function openFeatures(world: World, disposables: { dispose(): void }[]) {
  const extension = developedExtension();
  const own = {
    ...{ extension, extensionUri: extension.extensionUri },
    globalStorageUri: vscode.Uri.file(world.folder),
  };
  const shown = new HandledView(false);
  return shown.holding(() => {
    const view = new ModelsView(world, world.memory);
    const documents = new ReadOnlyDocuments();
    const late = lateFeatures({ ...world, ...own, view, documents });
    disposables.push(view, documents, late);
    return { late, shown };
  });
}
