import * as vscode from 'vscode';
import { isLoopback } from '../../../api/config/baseUrl.ts';
import { isAgreed } from '../../shared/messages.ts';

/**
 * Opens a link from a model's answer that was clicked, once the person saw its address. VS Code asks by itself, but for
 * addresses that it trusts: the person's own list, and loopback, of which it even forwards a remote machine's port.
 */
export async function openLink(href: string): Promise<void> {
  if (!isSafeLink(href)) return;
  // Opened as it was looked at: `Uri.parse` alone reads a backslash in the host otherwise than `URL` does.
  const url = new URL(href);
  if (isUnasked(url) && !(await isWanted(url))) return;
  await vscode.env.openExternal(vscode.Uri.parse(url.href, true));
}

/** The host's own look at what the page let through: no scheme but these, no user info. */
export function isSafeLink(href: string): boolean {
  if (!URL.canParse(href)) return false;
  const url = new URL(href);
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'http:') return isLoopback(url.origin);
  return url.protocol === 'https:' || url.protocol === 'mailto:';
}

/** Whether VS Code opens it without a question of its own. */
function isUnasked(url: URL): boolean {
  return url.protocol === 'mailto:' || isHere(url);
}

/** VS Code forwards a port for an address in the query, too. */
function isHere(url: URL): boolean {
  return [url.href, ...url.searchParams.values()].some((address) => {
    return isLoopback(address) || ['0.0.0.0', '[::]'].includes(URL.parse(address)?.hostname ?? '');
  });
}

async function isWanted(url: URL): Promise<boolean> {
  const place =
    vscode.env.remoteName === undefined
      ? vscode.l10n.t('It names an address on this machine, where a program may act on it.')
      : vscode.l10n.t('It names an address on the remote machine, whose port VS Code may forward.');
  const detail = isHere(url) ? `${url.href}\n\n${place}` : url.href;
  return isAgreed(vscode.l10n.t("Open this link from a model's answer?"), detail, vscode.l10n.t('Open Link'));
}
