import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { changeSettings } from '../../workbench/userSettings.ts';
import { useFolder } from '../core/fixtures.ts';

describe('The settings of a VS Code that is started', () => {
  const folder = useFolder();
  const file = () => path.join(folder(), 'User', '..', 'settings.json');

  it('keep comments and trailing commas, which VS Code allows', async () => {
    await writeFile(file(), '{\n  // Mine.\n  "a": 1, // One.\n  "b": [2,],\n}\n');
    await changeSettings(file(), (kept) => ({ c: [kept['a'], kept['b']] }));
    const text = await readFile(file(), 'utf8');
    assert.match(text, /\/\/ Mine\.\n {2}"a": 1, \/\/ One\.\n/u);
    let again: unknown;
    await changeSettings(file(), (kept) => {
      again = kept;
      return {};
    });
    assert.deepEqual(again, { a: 1, b: [2], c: [1, [2]] });
  });

  it('are made where there are none', async () => {
    const own = path.join(folder(), 'new', 'settings.json');
    await changeSettings(own, () => ({ a: 1 }));
    assert.deepEqual(JSON.parse(await readFile(own, 'utf8')), { a: 1 });
  });

  it('are left alone, and named, where they are none', async () => {
    for (const text of ['{"a": }', '[1', '1']) {
      await writeFile(file(), text);
      await assert.rejects(
        changeSettings(file(), () => ({ b: 1 })),
        /settings\.json can't be read .* Correct or delete it/u,
      );
      assert.equal(await readFile(file(), 'utf8'), text);
    }
  });
});
