import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Installable, installOnce } from '../../workbench/installOnce.ts';

describe('An install into the cache', () => {
  let cache: string;
  const thing = (fill: Installable['fill']): Installable => ({
    name: 'thing-1',
    title: 'a thing (1 MB)',
    fill,
  });
  const write = (text: string) => (folder: string) => writeFile(path.join(folder, 'file'), text);
  const read = () => readFile(path.join(cache, 'thing-1', 'file'), 'utf8');

  beforeEach(async () => {
    cache = path.join(await mkdtemp(path.join(tmpdir(), 'hosted-models-cache-')), 'cache');
  });
  afterEach(() => rm(path.dirname(cache), { recursive: true, force: true }));

  it('happens once', async () => {
    assert.equal(await installOnce(thing(write('first')), cache), path.join(cache, 'thing-1'));
    await installOnce(thing(write('second')), cache);
    assert.equal(await read(), 'first');
  });

  it('appears only when complete', async () => {
    let seen: string[] = [];
    const fill = async (folder: string) => {
      await write('half')(folder);
      seen = await readdir(cache);
    };
    await installOnce(thing(fill), cache);
    assert.deepEqual(seen, [`installing-${process.pid}-thing-1`]);
    assert.deepEqual(await readdir(cache), ['thing-1']);
  });

  it('leaves nothing behind if it fails, and says in one sentence what failed', async () => {
    const fill = async (folder: string) => {
      await write('half')(folder);
      throw new Error('npm has brought nothing for 30 s');
    };
    await assert.rejects(installOnce(thing(fill), cache), {
      message: 'Installing a thing (1 MB) failed: npm has brought nothing for 30 s.',
    });
    assert.deepEqual(await readdir(cache), []);
  });

  it('says that the disk is full', async () => {
    const fill = () => Promise.reject(new Error('code ENOSPC ENOSPC: no space left on device, write'));
    await assert.rejects(installOnce(thing(fill), cache), {
      message: `Installing a thing (1 MB) failed: the disk of ${cache} is full.`,
    });
  });

  it('uses nothing from an interrupted one, and removes it', async () => {
    // No process has this number: it is above the maximum.
    const left = path.join(cache, 'installing-99999999-thing-1');
    const underWay = path.join(cache, `installing-${process.ppid}-other-1`);
    await mkdir(left, { recursive: true });
    await write('half')(left);
    await mkdir(underWay);
    await installOnce(thing(write('whole')), cache);
    assert.equal(await read(), 'whole');
    assert.deepEqual((await readdir(cache)).sort(), [path.basename(underWay), 'thing-1']);
  });

  it('uses the first of two at once', async () => {
    const slower = async (folder: string) => {
      await write('slower')(folder);
      // Another process finishes first.
      await mkdir(path.join(cache, 'thing-1'));
      await write('faster')(path.join(cache, 'thing-1'));
    };
    assert.equal(await installOnce(thing(slower), cache), path.join(cache, 'thing-1'));
    assert.equal(await read(), 'faster');
    assert.deepEqual(await readdir(cache), ['thing-1']);
  });
});
