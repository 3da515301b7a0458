import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { picturesTaken, takePictures } from '../workbench/failurePictures.ts';
import { useBrowser } from './useBrowser.ts';

describe('A failing test', () => {
  const browser = useBrowser();

  it('leaves a picture of each open page', async () => {
    await browser.open('chat');
    const closed = await browser.open('details');
    await closed.close();
    const files = takePictures('A chat: shows “this”');
    await picturesTaken();
    assert.equal(files.length, 1);
    const [file = ''] = files;
    assert.match(file, /A-chat-shows-this-\d+-1\.png$/u);
    assert.equal((await readFile(file)).toString('latin1', 1, 4), 'PNG');
    await rm(file);
  });
});
