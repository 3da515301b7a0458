import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import type { PageName } from '../../src/ui/shared/pageHtml.ts';
import { listenHere } from '../service/network/listening.ts';
import { buildFolder } from '../workbench/places.ts';

// Asked for anew: a measurement sets its build up after this module is loaded.
const pagesFolder = () => path.join(buildFolder(), 'dist', 'pages');
const themesFolder = path.join(import.meta.dirname, 'themes');
const nonce = 'dGVzdC1ub25jZQ';
const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
  '.map': 'application/json',
};

/** The policy of the real panels, with 'self' in place of VS Code's `cspSource`. */
const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'self'; font-src 'self'; img-src 'self'`;

const pageNames: readonly PageName[] = ['chat', 'details', 'run'];

export interface PageServer {
  url(page: PageName): string;
  close(): Promise<void>;
}

/**
 * Serves the built pages in the host's HTML, on a port that the system picks. With `isKept`, the browser may keep their scripts, which
 * it then also keeps compiled.
 */
export async function startPageServer(isKept = false): Promise<PageServer> {
  if (!existsSync(path.join(pagesFolder(), 'chat.js'))) {
    throw new Error('The pages are not built: run "node esbuild.mjs" first.');
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (isKept && !pathname.endsWith('.html')) response.setHeader('cache-control', 'max-age=3600');
    void answer(pathname, response);
  });
  const { url, close } = await listenHere(server);
  return { url: (page) => `${url}/${page}.html`, close };
}

async function answer(name: string, response: ServerResponse): Promise<void> {
  const page = pageNames.find((one) => name === `/${one}.html`);
  if (page !== undefined) {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(documentOf(page));
    return;
  }
  if (name === '/favicon.ico') {
    // Requested by the browser, not by the page.
    response.writeHead(204).end();
    return;
  }
  const folder = name === '/webviewDefaults.css' ? themesFolder : pagesFolder();
  const file = path.join(folder, path.basename(name));
  if (!existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': contentTypes[path.extname(file)] ?? 'application/octet-stream' });
  response.end(await readFile(file));
}

/** A page's document, with these texts of another language. Another `query` runs its script anew in the same window. */
export function documentOf(
  page: PageName,
  bundle: Readonly<Record<string, string>> = {},
  query = '',
): string {
  const l10n = JSON.stringify(bundle).replaceAll('<', '\\u003c');
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<title>${page}</title>
<link rel="stylesheet" href="/webviewDefaults.css">
<link id="vscode-codicon-stylesheet" rel="stylesheet" href="/codicon.css">
<link rel="stylesheet" href="/${page}.css">
</head><body data-page="${page}"><script type="application/json" id="l10n">${l10n}</script>
<div id="app"></div><script type="module" nonce="${nonce}" src="/${page}.js${query}"></script></body></html>`;
}

/** A server that records its requests; an attack must not reach it. */
export async function startCatcher(): Promise<{ port: number; requests: string[]; close(): Promise<void> }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.end();
  });
  return { requests, ...(await listenHere(server)) };
}
