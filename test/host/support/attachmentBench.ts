import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Attachment } from '../../../src/core/attachments/attachment.ts';
import { AttachmentTray } from '../../../src/core/attachments/attachmentTray.ts';
import { newConversation } from '../../../src/core/chats/columns/columnSet.ts';
import type { PageChoices } from '../../../src/protocol/chat.ts';
import type { ChatMessages, chatToHost, PageFile } from '../../../src/protocol/chatToHost.ts';
import { trackLastEditor } from '../../../src/ui/chats/actions/lastEditor.ts';
import { type ChatAttachments, chatAttachments } from '../../../src/ui/chats/attachments/chatAttachments.ts';
import type { Handlers } from '../../../src/ui/shared/pageMessages.ts';
import { closeEditors } from './editors.ts';
import { userDataFolder, workspaceFolder } from './extension.ts';
import { perTest } from './perTest.ts';
import { until } from './waiting.ts';

/** The attachments of one chat, and two folders for files: one in the workspace, one outside. */
export class AttachmentBench {
  readonly inside = path.join(workspaceFolder().uri.fsPath, 'attach');
  readonly outside = path.join(userDataFolder(), 'attach');
  readonly tray = new AttachmentTray();
  readonly lastEditor = trackLastEditor();
  /** Name and text of each document that was opened. */
  readonly opened: [string, string][] = [];
  /** The pictures that the page is asked to scale down, with what takes its reply. */
  readonly scaling: { bytes: Uint8Array; reply: (file: PageFile) => void }[] = [];
  readonly attachments: ChatAttachments;

  constructor(readOnly?: 'newer') {
    const conversation = newConversation([{ connectionId: 'x', name: 'tone' }], {});
    const open = async (_folder: string, name: string, text: string) => void this.opened.push([name, text]);
    const parts = { lastEditor: this.lastEditor, documents: { open } };
    const scale = (bytes: Uint8Array) =>
      new Promise<PageFile>((reply) => this.scaling.push({ bytes, reply }));
    this.attachments = chatAttachments(this.tray, { conversation, readOnly }, parts, scale);
  }

  get taken(): Attachment[] {
    return this.tray.entries.map(({ attachment }) => attachment);
  }

  get names(): string[] {
    return this.taken.map(({ name }) => name);
  }

  /** Sends a message as the page would. */
  async say<Type extends keyof ChatAttachments['handlers']>(
    message: ChatMessages[Type] & { type: Type },
  ): Promise<void> {
    const handlers: Pick<Handlers<typeof chatToHost>, keyof ChatAttachments['handlers']> = this.attachments
      .handlers;
    await handlers[message.type](message);
  }

  /** Returns what is offered for what was typed. */
  async find(query: string, more: { isWhole?: true } = {}): Promise<PageChoices> {
    const found = await this.attachments.handlers.findAttachments({
      ...{ type: 'findAttachments', query },
      ...more,
    });
    if (!found) throw new Error('Something else was typed.');
    return found;
  }

  drop(...uris: (string | vscode.Uri)[]): Promise<void> {
    return this.say({ type: 'attachUris', uris: uris.map((uri) => uri.toString()) });
  }

  /** Opens a new file in an editor, once VS Code has its text and no longer that of an earlier file of this name. */
  async edit(name: string, text: string): Promise<vscode.TextEditor> {
    const editor = await vscode.window.showTextDocument(await this.write(name, text));
    const { onDidChangeTextDocument } = vscode.workspace;
    await until(onDidChangeTextDocument, `the text of ${name}`, () => editor.document.getText() === text);
    return editor;
  }

  async write(name: string, content: string | Uint8Array, folder = this.inside): Promise<vscode.Uri> {
    await writeFile(path.join(folder, name), content);
    return vscode.Uri.file(path.join(folder, name));
  }
}

/** A new bench for each test, with nothing open in VS Code. */
export function useAttachments(): () => AttachmentBench {
  before(closeEditors);
  return perTest(
    async () => {
      const bench = new AttachmentBench();
      for (const folder of [bench.inside, bench.outside]) await mkdir(folder, { recursive: true });
      return bench;
    },
    async ({ lastEditor, inside, outside }) => {
      lastEditor.dispose();
      await closeEditors();
      for (const folder of [inside, outside]) await rm(folder, { recursive: true, force: true });
    },
  );
}
