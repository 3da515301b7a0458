import path from 'node:path';
import * as vscode from 'vscode';
import type { ModelRef } from '../../../src/core/models/modelKey.ts';
import { canaryKey } from '../../e2e/canary.ts';
import { type RunningService, startService } from '../../service/service.ts';
import { relayRun } from '../relayRun.ts';
import { within } from './waiting.ts';

export interface LiveExtension {
  extension: vscode.Extension<unknown>;
  /** The service that the environment connects it to. */
  service: RunningService;
  connectionId: string;
}

let live: Promise<LiveExtension> | undefined;

/** The extension under development; not activated unless VS Code did so. */
export function developedExtension(): vscode.Extension<unknown> {
  const extension = vscode.extensions.getExtension<unknown>('hosted-models.hosted-models');
  if (!extension) throw new Error('VS Code does not know the extension.');
  return extension;
}

/** The real extension, activated once for the whole run, with a service and its key in the environment. */
export function liveExtension(): Promise<LiveExtension> {
  live ??= activateWithService();
  return live;
}

async function activateWithService(): Promise<LiveExtension> {
  const extension = developedExtension();
  if (extension.isActive) throw new Error('The extension is active before its environment was set.');
  const upstream = relayRun();
  const service = await startService({
    keys: [canaryKey],
    tokensPerSecond: Number.POSITIVE_INFINITY,
    ...(upstream !== undefined && { upstream }),
  });
  process.env['HOSTED_MODELS_BASE_URL'] = service.url;
  process.env['HOSTED_MODELS_API_KEY'] = canaryKey;
  await within(extension.activate(), 'the extension is activated');
  return { extension, service, connectionId: service.url };
}

/** A model of the live extension's service, as a row of its view or a page names it. */
export async function liveModel(name: string, kind: ModelRef['kind'] = 'lora'): Promise<ModelRef> {
  const { connectionId } = await liveExtension();
  return { connectionId, kind, name };
}

/** The workspace folder that `runHost.ts` makes for this VS Code, beside the user data. */
export function workspaceFolder(): vscode.WorkspaceFolder {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) throw new Error('The tests run in a folder.');
  return folder;
}

/** The server of 1.110 from npm writes no log files; see `test/workbench/logs`. */
export const hasLogs = !vscode.version.startsWith('1.110.');

export function userDataFolder(): string {
  return path.join(path.dirname(workspaceFolder().uri.fsPath), 'user');
}

/** Once these requests of our own have arrived, so has whatever the extension was going to send. */
export async function fence({ url }: Pick<RunningService, 'url'>): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    const response = await fetch(`${url}/fence`);
    await response.arrayBuffer();
  }
}

/** The requests that are not the fence's. */
export function sent({ requests }: Pick<RunningService, 'requests'>): string[] {
  return requests.filter(({ path: at }) => at !== '/fence').map(({ method, path: at }) => `${method} ${at}`);
}

/** VS Code from npm lacks the program for searching files where its install script could not download that. */
export function canSearch(): Promise<boolean> {
  const found = vscode.workspace.findFiles('*', undefined, 1);
  return Promise.resolve(found).then(
    () => true,
    () => false,
  );
}
