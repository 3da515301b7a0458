import assert from 'node:assert/strict';
import { attachmentBytes, imageUrlOf, utf8Of } from '../../../../src/core/attachments/attachmentContent.ts';
import { picture, png, reply } from './attachmentFixtures.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('The bytes of a file', () => {
  it('are a picture if they begin like one, whatever the file’s name', () => {
    assert.equal(imageUrlOf(png), picture.image);
    assert.match(imageUrlOf(bytes('\xff\xd8\xff\xe0rest')) ?? '', /^data:image\/jpeg;base64,/u);
    assert.match(imageUrlOf(bytes('GIF89a…')) ?? '', /^data:image\/gif;/u);
    assert.match(imageUrlOf(bytes('RIFF\n\x00\x00\x00WEBPVP8 ')) ?? '', /^data:image\/webp;/u);
    for (const other of ['', 'GIF', 'RIFF\x00\x00\x00\x00WAVE', '<svg>', '\x89PNG', '%PDF-1.7'])
      assert.equal(imageUrlOf(bytes(other)), undefined, other);
  });

  it('are text only if they are UTF-8', () => {
    assert.equal(utf8Of(Buffer.from('Grüße 日本 👩‍🚀')), 'Grüße 日本 👩‍🚀');
    assert.equal(utf8Of(Buffer.from('\uFEFFa')), 'a');
    assert.equal(utf8Of(Buffer.from('a\uFFFDb')), 'a\uFFFDb');
    assert.equal(utf8Of(bytes('Gr\xfc\xdfe')), undefined);
    assert.equal(utf8Of(bytes('a\0b')), undefined);
    assert.equal(utf8Of(png), undefined);
  });

  it('are counted as in the file', () => {
    assert.equal(attachmentBytes(picture), png.length);
    assert.equal(attachmentBytes({ ...reply, text: 'ü日👍' }), 2 + 3 + 4);
  });
});
