import assert from 'node:assert/strict';
import { searchPaths } from '../../../../src/core/attachments/fileSearch.ts';

describe('The search for files by name', () => {
  const paths = ['src/page/chat.ts', 'src/chat/page.ts', 'docs/chatpage.md', 'src/other.ts', 'readme.md'];
  const found = async (query: string, most = 10, within = paths) =>
    (await searchPaths(within, query, most)).map((at) => within[at]);

  it('prefers the beginning of the name, then the name, then the path, each with the shortest first', async () => {
    assert.deepEqual(await found('page'), ['src/chat/page.ts', 'docs/chatpage.md', 'src/page/chat.ts']);
    assert.deepEqual(await found('CHAT'), ['docs/chatpage.md', 'src/page/chat.ts', 'src/chat/page.ts']);
  });

  it('needs every word, in any order, and takes a path with slashes of either kind', async () => {
    assert.deepEqual(await found('ts  chat page'), ['src/chat/page.ts', 'src/page/chat.ts']);
    assert.deepEqual(await found('src\\other'), ['src/other.ts']);
    assert.deepEqual(await found('page absent'), []);
  });

  it('takes letters in order too, after all that contain the word', async () => {
    assert.deepEqual(await found('otr'), ['src/other.ts']);
    assert.deepEqual(await found('oth'), ['src/other.ts']);
  });

  it('returns the first ones of the alphabet without a query', async () => {
    assert.deepEqual(await found('', 2), ['docs/chatpage.md', 'readme.md']);
  });

  it('lets other work go on while it searches 50,000 files', async () => {
    const many = Array.from({ length: 50_000 }, (_, at) => `packages/part-${at % 100}/src/file-${at}.ts`);
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const best = await found('file-49999', 100, many);
    clearImmediate(next);
    assert.equal(best[0], 'packages/part-99/src/file-49999.ts');
    assert.ok(turns > 0);
  });
});
