import assert from 'node:assert/strict';
import { attacks } from './attacks.ts';
import type { OpenPage } from './openPage.ts';
import { startCatcher } from './pageServer.ts';
import { answer, own, streamingAnswer } from './samples.ts';
import { show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const forbiddenElements =
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
    }, forbiddenElements);
    const { links, ...others } = found;
    assert.deepEqual(others, { loading: [], scripts: [], addresses: [], handlers: [], styles: [] });
    for (const link of links)
      assert.match(link, /^(https:\/\/[^@\\]+|http:\/\/127\.0\.0\.1:\d+\/.*|mailto:[^:/]+)$/);
    assert.deepEqual(catcher.requests, []);
    assert.deepEqual(open.complaints, []);
  }

  it('loads, runs and opens nothing in a chat from the history', async () => {
    const open = await browser.open('chat', { isLoaded: true });
    const text = attacks(`http://127.0.0.1:${catcher.port}`).join('\n\n');
    const alert = { text: '<img src=x>', detail: '<script>alert(1)</script>', buttons: [] };
    const turns = [
      own('u1', text),
      answer('a1', { text, reasoning: text, notice: text, alert, name: '<img src=x>' }),
    ];
    await open.say(show({}, ...turns));
    await open.page.getByText('Reasoning', { exact: true }).click();
    await open.page.locator('[class^=hljs-]').first().waitFor();
    await open.page.locator('math').first().waitFor({ state: 'attached' });
    await check(open);
    assert.ok((await open.page.getByText('onerror="alert(1)"').count()) > 0, 'raw HTML is shown as text');
  });

  it('loads, runs and opens nothing while it streams', async () => {
    const open = await browser.open('chat', { isLoaded: true });
    await open.say(show({ streaming: 'a1' }, own('u1', 'Hi'), streamingAnswer('a1')));
    const text = attacks(`http://127.0.0.1:${catcher.port}`).join('\n\n');
    for (let start = 0; start < text.length; start += 120) {
      await open.say({ type: 'append', turn: 'a1', text: text.slice(start, start + 120), reasoning: '' });
    }
    await open.page.locator('math').first().waitFor({ state: 'attached' });
    await check(open);
  });

  it('loads nothing at any moment while it arrives in small pieces', async () => {
    const short = attacks(`http://127.0.0.1:${catcher.port}`).filter((text) => text.length < 250);
    const stream = async (texts: readonly string[]) => {
      const open = await browser.chat(show({ streaming: 'a1' }, own('u1', 'Hi'), streamingAnswer('a1')));
      // Each state is shown for a frame: what loads within a frame has loaded.
      await open.page.evaluate(async (all) => {
        let seq = 1;
        for (const text of all) {
          for (const piece of `${text}\n\n`.match(/[\s\S]{1,12}/g) ?? []) {
            seq += 1;
            window.postMessage({ type: 'append', seq, turn: 'a1', text: piece, reasoning: '' }, '*');
            await new Promise((done) => requestAnimationFrame(done));
          }
        }
      }, texts);
      await check(open);
      assert.deepEqual(await open.posted('openLink'), []);
    };
    // In several pages, since each of them mostly waits for frames.
    await Promise.all([0, 1, 2, 3].map((part) => stream(short.filter((_, at) => at % 4 === part))));
  });

  it('shows the source of a formula that wants to be more than a formula', async () => {
    const text = '$\\href{https://acme.example}{x}$ $\\class{icon}{x}$ $\\frac{1}{$ and $\\color{red}{x}$';
    const open = await browser.chat(show({}, own('u1', 'Hi'), answer('a1', { text })));
    await open.page.locator('math').waitFor();
    assert.equal(await open.page.locator('.math-source').count(), 3);
    assert.equal(await open.page.locator('.markdown :is([mathcolor], [style*=color], [href])').count(), 0);
  });

  it('shows a picture as its text and address, and a link that asks the host', async () => {
    const open = await browser.open('chat');
    const text =
      '![A chart](https://acme.example/c.png) and [the *page*](https://acme.example/p?a=1&amp;b=2) [bad](ftp://x.y)';
    await open.say(show({}, own('u1', 'Hi'), answer('a1', { text })));
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
