import assert from 'node:assert/strict';
import type { OpenPage } from './openPage.ts';
import { startCatcher } from './pageServer.ts';
import { answer, frame, own, streamingAnswer } from './samples.ts';
import { useBrowser } from './useBrowser.ts';

/** What a model could write to make the page load, run or open something. `HOST` is a server that must stay silent. */
const attacks = (HOST: string): readonly string[] => [
  `![picture](${HOST}/inline.png "t")`,
  `![][ref]\n\n[ref]: ${HOST}/reference.png`,
  `[![nested](${HOST}/nested.png)](${HOST}/link)`,
  `<img src="${HOST}/html.png" srcset="${HOST}/set.png 2x" onerror="alert(1)">`,
  `<picture><source srcset="${HOST}/source.png"><img src=${HOST}/picture.png></picture>`,
  `<video src="${HOST}/v.mp4" poster="${HOST}/poster.png" autoplay></video><audio src="${HOST}/a.mp3" autoplay>`,
  `<iframe src="${HOST}/frame"></iframe><object data="${HOST}/object"></object><embed src="${HOST}/embed">`,
  `<link rel="stylesheet" href="${HOST}/s.css"><style>@import url(${HOST}/i.css); body{background:url(${HOST}/b.png)}</style>`,
  `<div style="background:url(${HOST}/css.png)">x</div>`,
  `<svg><image href="${HOST}/svg.png"/><use href="${HOST}/use.svg#a"/><script>alert(1)</script></svg>`,
  `<script src="${HOST}/x.js"></script><script>alert(1)</script>`,
  `<base href="${HOST}/"><meta http-equiv="refresh" content="0;url=${HOST}/refresh">`,
  `<form action="${HOST}/form"><button autofocus onfocus="this.form.submit()">x</button></form>`,
  `&#60;img src=${HOST}/entity.png&#62; &lt;script&gt;alert(1)&lt;/script&gt;`,
  `![data](data:image/svg+xml,<svg onload=alert(1)>) ![svg](data:image/svg+xml;base64,PHN2Zz4=)`,
  '[a](javascript:alert(1)) [b](vbscript:x) [c](data:text/html,x) [d](command:workbench.action.quit)',
  '[e](vscode://x/y) [f](file:///etc/passwd) [g](&#106;avascript:alert(1)) [h](JAVASCRIPT&colon;alert(1))',
  '[i](java\tscript:alert(1)) [j]( javascript:alert(1)) [k](<javascript:alert(1)>) <javascript:alert(1)>',
  `[l](https://user:pass@acme.example/) [m](https://acme.example\\@evil.example/) [n](//evil.example) [o](/local)`,
  `${HOST}/auto <${HOST}/angle> www.evil.example help@acme.example`,
  '[p][js]\n\n[js]: javascript:alert(1)',
  '```html" onload="alert(1)\n<img src=x onerror=alert(1)>\n```\n\n```<img/src=x>\nx\n```',
  '| <img src=x onerror=alert(1)> | a |\n|---|---|\n| ![t](https://evil.example/t.png) | <b onclick=alert(1)>x</b> |',
  '# <img src=x onerror=alert(1)>\n\n> <script>alert(1)</script>\n\n- <iframe srcdoc="<script>alert(1)</script>">',
  '<!-- <img src=x onerror=alert(1)> -->\n\n<![CDATA[<img src=x>]]>\n\n<?php <img src=x> ?>',
];

const FORBIDDEN =
  'img,picture,video,audio,source,track,iframe,object,embed,svg,base,form,style:not([data-x])';

describe('A hostile answer', function () {
  this.timeout(30_000);
  const browser = useBrowser();
  let catcher: Awaited<ReturnType<typeof startCatcher>>;
  before(async () => {
    catcher = await startCatcher();
  });
  after(() => catcher.close());

  async function check(open: OpenPage): Promise<void> {
    const found = await open.page.evaluate((forbidden) => {
      const app = document.getElementById('app');
      const elements = [...(app?.querySelectorAll('*') ?? [])];
      return {
        loading: [...(app?.querySelectorAll(forbidden) ?? [])].map((element) => element.outerHTML),
        scripts: [...(app?.querySelectorAll('script,link,meta') ?? [])].map((element) => element.outerHTML),
        addresses: elements
          .filter((e) => e.hasAttribute('href') || e.hasAttribute('src'))
          .map((e) => e.outerHTML),
        handlers: elements.flatMap((e) => e.getAttributeNames().filter((name) => name.startsWith('on'))),
        styles: elements.filter((e) => e.hasAttribute('style')).map((e) => e.outerHTML),
        links: [...(app?.querySelectorAll('[role=link]') ?? [])].map(
          (link) => link.getAttribute('title') ?? '',
        ),
      };
    }, FORBIDDEN);
    const { links, ...others } = found;
    assert.deepEqual(others, { loading: [], scripts: [], addresses: [], handlers: [], styles: [] });
    for (const link of links)
      assert.match(link, /^(https:\/\/[^@\\]+|http:\/\/127\.0\.0\.1:\d+\/.*|mailto:[^:/]+)$/);
    assert.deepEqual(catcher.requests, []);
    assert.deepEqual(open.complaints, []);
  }

  it('loads, runs and opens nothing when it comes back from the history', async () => {
    const open = await browser.open('chat');
    const text = attacks(`http://127.0.0.1:${catcher.port}`).join('\n\n');
    const alert = { text: '<img src=x>', detail: '<script>alert(1)</script>', buttons: [] };
    const turns = [
      own('u1', text),
      answer('a1', { text, reasoning: text, notice: text, alert, model: '<img src=x>' }),
    ];
    await open.say({ type: 'snapshot', frame: frame(), turns });
    await open.page.getByText('Reasoning', { exact: true }).click();
    await open.page.locator('[class^=hljs-]').first().waitFor();
    await check(open);
    assert.ok((await open.page.getByText('onerror="alert(1)"').count()) > 0, 'raw HTML is shown as text');
  });

  it('loads, runs and opens nothing while it streams', async () => {
    const open = await browser.open('chat');
    await open.say({
      type: 'snapshot',
      frame: frame({ streaming: 'a1' }),
      turns: [own('u1', 'Hi'), streamingAnswer('a1')],
    });
    const text = attacks(`http://127.0.0.1:${catcher.port}`).join('\n\n');
    for (let start = 0; start < text.length; start += 120) {
      await open.say({ type: 'append', turn: 'a1', text: text.slice(start, start + 120), reasoning: '' });
    }
    await check(open);
  });

  it('has pictures as their words and address, and links that ask the host', async () => {
    const open = await browser.open('chat');
    const text =
      '![A chart](https://acme.example/c.png) and [the *page*](https://acme.example/p?a=1&amp;b=2) [bad](ftp://x.y)';
    await open.say({ type: 'snapshot', frame: frame(), turns: [own('u1', 'Hi'), answer('a1', { text })] });
    const { page } = open;
    assert.match(
      (await page.locator('.markdown').textContent()) ?? '',
      /A chart https:\/\/acme\.example\/c\.png and the page bad/,
    );
    await page.getByRole('link', { name: 'the page' }).click();
    await page.getByRole('link', { name: 'the page' }).click({ button: 'middle' });
    await page.getByRole('link', { name: 'https://acme.example/c.png' }).press('Enter');
    assert.deepEqual(await open.posted('openLink'), [
      { type: 'openLink', href: 'https://acme.example/p?a=1&b=2' },
      { type: 'openLink', href: 'https://acme.example/c.png' },
    ]);
    assert.equal(await page.getByRole('link').count(), 2);
    assert.equal(page.context().pages().length, 1);
  });
});
