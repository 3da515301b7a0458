import * as vscode from 'vscode';
import { isLoopback } from '../../../api/config/baseUrl.ts';
import { isAgreed } from '../../shared/messages.ts';
import { t } from '../../shared/text/t.ts';

/**
 * Opens a link clicked in a model's answer once the user has seen its address. VS Code asks too, except for addresses that it
 * trusts: those on the user's own list, and loopback, for which it even forwards a remote machine's port.
 */
export async function openWebLink(href: string): Promise<void> {
  if (!isSafeLink(href)) return;
  // The URL is opened in the form that was checked: `Uri.parse` alone reads a backslash in the host differently from `URL`.
  const url = new URL(href);
  // VS Code may open these without asking.
  if ((url.protocol === 'mailto:' || isHere(url)) && !(await isWanted(url))) return;
  await vscode.env.openExternal(vscode.Uri.parse(url.href, true));
}

/** True for a link that may be opened. The host checks again what the page let through: only these schemes, no user info. */
export function isSafeLink(href: string): boolean {
  if (!URL.canParse(href)) return false;
  const url = new URL(href);
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'http:') return isLoopback(url.origin);
  return url.protocol === 'https:' || url.protocol === 'mailto:';
}

/** True if the URL leads to this machine, or has such an address in its query, for which VS Code forwards a port too. */
function isHere(url: URL): boolean {
  return [url.href, ...url.searchParams.values()].some((address) => {
    return isLoopback(address) || ['0.0.0.0', '[::]'].includes(URL.parse(address)?.hostname ?? '');
  });
}

async function isWanted(url: URL): Promise<boolean> {
  const place =
    vscode.env.remoteName === undefined
      ? t('This is an address on this machine, where a program may act on it.')
      : t('This is an address on the remote machine; VS Code may forward its port.');
  const detail = isHere(url) ? `${url.href}\n\n${place}` : url.href;
  return isAgreed(t("Open this link from a model's answer?"), detail, t('Open Link'));
}
