import * as v from 'valibot';
import * as vscode from 'vscode';
import type { PlaceFacts } from '../../core/diagnosis/diagnosis.ts';
import { systemText } from '../../core/diagnosis/systemText.ts';
import { parsed } from '../shared/parsed.ts';

const manifest = v.object({ version: v.string() });

/** Where this extension runs. */
export function readPlace(
  extension: Pick<vscode.Extension<unknown>, 'extensionKind' | 'packageJSON'>,
): PlaceFacts {
  return {
    extensionVersion: parsed(manifest, extension.packageJSON)?.version ?? '?',
    vscodeVersion: vscode.version,
    application: vscode.env.appName,
    runs: readSide(extension.extensionKind),
    remoteName: vscode.env.remoteName,
    system: systemText(),
    node: process.versions.node,
  };
}

function readSide(kind: vscode.ExtensionKind): PlaceFacts['runs'] {
  if (vscode.env.uiKind === vscode.UIKind.Web) return 'server';
  return vscode.env.remoteName !== undefined && kind === vscode.ExtensionKind.Workspace ? 'remote' : 'local';
}
