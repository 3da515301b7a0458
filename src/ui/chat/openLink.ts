import * as vscode from 'vscode';
import { isLoopback } from '../../api/index.ts';

/** Opens a link of a model's answer that was clicked. VS Code shows the whole address first, unless it is trusted. */
export async function openLink(href: string): Promise<void> {
  // Opened as it was looked at: `Uri.parse` alone reads a backslash in the host otherwise than `URL` does.
  if (isSafeLink(href)) await vscode.env.openExternal(vscode.Uri.parse(new URL(href).href, true));
}

/** The host's own look at what the page let through: no scheme but these, no user info. */
export function isSafeLink(href: string): boolean {
  if (!URL.canParse(href)) return false;
  const url = new URL(href);
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'http:') return isLoopback(url.origin);
  return url.protocol === 'https:' || url.protocol === 'mailto:';
}
