import * as vscode from 'vscode';
import type { Attachment, TextAttachment } from '../../../core/attachments/attachment.ts';
import {
  imageUrlOf,
  maxFileBytes,
  maxPictureBytes,
  utf8Of,
} from '../../../core/attachments/attachmentContent.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { fileNameOf } from '../../../core/files/filePath.ts';
import type { DroppedFile } from '../../../protocol/chatToHost.ts';
import type { AttachmentRefusal } from './refusal.ts';

/** A picture that has to be scaled down first, which only a page can do. */
export interface LargePicture {
  name: string;
  large: Uint8Array;
}

export type FoundAttachment = Attachment | LargePicture | AttachmentRefusal;

/** Reads a file as it is now, including unsaved changes in an open editor. */
export async function readAttachment(uri: vscode.Uri): Promise<FoundAttachment> {
  const name = nameOf(uri);
  const open = vscode.workspace.textDocuments.find(
    (one) => !one.isClosed && one.uri.toString() === uri.toString(),
  );
  // Saved files are read from disk, since VS Code's copy may be outdated.
  const isOnlyHere = open?.isDirty || vscode.workspace.fs.isWritableFileSystem(uri.scheme) === undefined;
  if (open && isOnlyHere) return textAttachment(name, open.getText(), open.languageId);
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    if (type & vscode.FileType.Directory) return { name, why: 'folder' };
    // Checked before reading, since the file may be huge.
    if (size > maxFileBytes) return { name, why: 'tooLarge', bytes: size, of: 'file' };
    const bytes = await vscode.workspace.fs.readFile(uri);
    const image = imageUrlOf(bytes);
    if (image !== undefined) return bytes.length > maxPictureBytes ? { name, large: bytes } : { name, image };
    const text = utf8Of(bytes) ?? (await decoded(bytes, uri));
    if (text === undefined) return { name, why: 'binary' };
    // Without a document, its code block has no language.
    const document = await vscode.workspace.openTextDocument(uri).then(undefined, () => undefined);
    return textAttachment(name, text, document?.languageId);
  } catch (error) {
    if (error instanceof vscode.FileSystemError) return { name, why: 'unreadable' };
    throw error;
  }
}

/** Converts a dropped file whose content the page has read. */
export function droppedAttachment(file: DroppedFile): Attachment | AttachmentRefusal {
  const { size, bytes, why } = file;
  const name = cleanText(file.name, 500);
  if (why) return { name, why, bytes: size };
  if (!bytes) return { name, why: 'tooLarge', bytes: size, of: size > maxFileBytes ? 'file' : 'text' };
  const image = imageUrlOf(bytes);
  if (image !== undefined) return { name, image, ...(bytes.length < size && { scaledFrom: size }) };
  const text = utf8Of(bytes);
  return text === undefined ? { name, why: 'binary' } : textAttachment(name, text, undefined);
}

/** Returns each selection in an editor as a separate attachment. */
export function selectedAttachments({ document, selections }: vscode.TextEditor): TextAttachment[] {
  return selections
    .filter((selection) => !selection.isEmpty)
    .map(({ start, end }) => {
      // A selection that ends at the start of a line includes nothing of that line.
      const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
      return {
        name: nameOf(document.uri),
        lines: { start: start.line + 1, end: last + 1 },
        language: document.languageId,
        text: document.getText(new vscode.Range(start, end)),
      };
    });
}

/** Returns the name that is given to the model: the relative path inside the workspace, the file name alone elsewhere. */
export function nameOf(uri: vscode.Uri): string {
  const isInside = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return cleanText(isInside ? vscode.workspace.asRelativePath(uri) : fileNameOf(uri.path), 500);
}

function textAttachment(
  name: string,
  text: string,
  language: string | undefined,
): Attachment | AttachmentRefusal {
  if (text === '') return { name, why: 'empty' };
  return language === undefined ? { name, text } : { name, language, text };
}

/** Decodes the file with VS Code's encoding for it; `undefined` if the result is not text. */
async function decoded(bytes: Uint8Array, uri: vscode.Uri): Promise<string | undefined> {
  try {
    const text = await vscode.workspace.decode(bytes, { uri });
    return text.includes('\0') || text.includes('\uFFFD') ? undefined : text;
  } catch {
    // VS Code considers the file binary.
    return undefined;
  }
}
