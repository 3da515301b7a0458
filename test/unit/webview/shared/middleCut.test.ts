import assert from 'node:assert/strict';
import { middleCut } from '../../../../src/webview/shared/middleCut.ts';

describe('A name without its middle', () => {
  const cut = (name: string, room: number) => middleCut(name, (text) => [...text].length <= room);
  const mixtral = 'mistralai/Mixtral-8x7B-Instruct-v0.1';

  it('keeps ten characters of its end, and what fits of its beginning', () => {
    assert.equal(cut(mixtral, 24), 'mistralai/Mix…truct-v0.1');
    assert.equal(cut(mixtral, 12), 'm…truct-v0.1');
  });

  it('shortens its end only once one character is left of its beginning', () => {
    assert.equal(cut(mixtral, 5), 'm…0.1');
    assert.equal(cut(mixtral, 1), 'm…1');
  });

  it('has an end that is no longer than its beginning, and no halves of a character', () => {
    assert.equal(cut('gpt-4', 4), 'g…-4');
    assert.equal(cut('😀😀😀😀', 3), '😀…😀');
    assert.equal(cut('ab', 1), '…b');
  });
});
