import * as vscode from 'vscode';
import { t } from './text/t.ts';

export type PageName = 'chat' | 'details' | 'run';

/** The only folder that pages may load from. */
export function pagesFolder(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'pages');
}

export function pageOptions(extensionUri: vscode.Uri): vscode.WebviewOptions & vscode.WebviewPanelOptions {
  return { enableScripts: true, enableFindWidget: true, localResourceRoots: [pagesFolder(extensionUri)] };
}

/** The page's HTML. Its policy names no host: scripts by nonce, everything else from the extension's own folder. */
export function pageHtml(webview: vscode.Webview, extensionUri: vscode.Uri, page: PageName): string {
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const file = (name: string) =>
    webview.asWebviewUri(vscode.Uri.joinPath(pagesFolder(extensionUri), name)).toString();
  const source = webview.cspSource;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
    `font-src ${source}`,
    `img-src ${source}`,
  ].join('; ');
  // A screen reader announces it until the page knows what it shows.
  const title = { chat: t('Chat'), details: t('Details'), run: t('Run') }[page];
  // For the page's own `t`; `<` can't end the element early.
  const texts = JSON.stringify(vscode.l10n.bundle ?? {}).replaceAll('<', '\\u003c');
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>
<link id="vscode-codicon-stylesheet" rel="stylesheet" href="${file('codicon.css')}">
<link rel="stylesheet" href="${file(`${page}.css`)}">
</head>
<body data-page="${page}">
<script type="application/json" id="l10n">${texts}</script>
<div id="app"></div>
<script type="module" nonce="${nonce}" src="${file(`${page}.js`)}"></script>
</body>
</html>`;
}
