import assert from 'node:assert/strict';
import { maxAttachmentBytes } from '../../../../src/core/attachments/attachmentContent.ts';
import { AttachmentTray, maxAttachments } from '../../../../src/core/attachments/attachmentTray.ts';
import { fileOf, pictureOf, reply } from './attachmentFixtures.ts';

describe('The attachments of the next message', () => {
  it('are at most one megabyte of text in all, to the byte', () => {
    const tray = new AttachmentTray();
    assert.equal(tray.add(fileOf(maxAttachmentBytes.text + 1)), 'tooLarge');
    assert.equal(tray.add(fileOf(maxAttachmentBytes.text - 2, 'a')), undefined);
    assert.equal(tray.add(fileOf(3, 'b')), 'tooLarge');
    assert.equal(tray.add(fileOf(2, 'c')), undefined);
    assert.deepEqual(
      tray.entries.map(({ attachment }) => attachment.name),
      ['a', 'c'],
    );
    assert.equal(tray.bytes('text'), maxAttachmentBytes.text);
  });

  it('are at most five megabytes of pictures, beside the text', () => {
    const tray = new AttachmentTray();
    const most = maxAttachmentBytes.pictures;
    assert.equal(tray.add(fileOf(maxAttachmentBytes.text)), undefined);
    assert.equal(tray.add(pictureOf(most - 3)), undefined);
    assert.equal(tray.add(pictureOf(6)), 'tooLarge');
    assert.equal(tray.add(pictureOf(3)), undefined);
    assert.deepEqual([tray.bytes('text'), tray.bytes('pictures')], [maxAttachmentBytes.text, most]);
  });

  it('contain the same part of a file only once', () => {
    const tray = new AttachmentTray();
    let changes = 0;
    tray.onDidChange(() => {
      changes += 1;
    });
    assert.equal(tray.add(reply), undefined);
    assert.equal(tray.add({ ...reply }), undefined);
    assert.equal(tray.add({ ...reply, lines: { start: 1, end: 2 } }), undefined);
    assert.deepEqual([tray.entries.length, changes], [2, 2]);
  });

  it('are limited in number', () => {
    const tray = new AttachmentTray();
    for (let at = 0; at < maxAttachments; at++) assert.equal(tray.add(fileOf(1, `${at}`)), undefined);
    assert.equal(tray.add(fileOf(1, 'more')), 'tooMany');
  });

  it('are sent completely or not at all', () => {
    const tray = new AttachmentTray();
    tray.add(reply);
    const [first] = tray.entries;
    assert.ok(first);
    assert.deepEqual(tray.choose([first.id]), [reply]);
    assert.equal(tray.choose([first.id, 'gone']), undefined);
    assert.deepEqual(tray.choose([]), []);
  });

  it('lose only what is removed, and what was sent with a message that is kept', () => {
    const tray = new AttachmentTray();
    for (const name of ['a', 'b', 'c']) tray.add(fileOf(1, name));
    const [a, b] = tray.entries;
    assert.ok(a && b);
    tray.remove(a.id);
    tray.remove('unknown');
    const sent = tray.choose([b.id]);
    // An equal attachment that came later is not the one that was sent.
    tray.forgetSent([{ ...b.attachment }]);
    assert.equal(tray.entries.length, 2);
    tray.forgetSent(sent ?? []);
    assert.deepEqual(
      tray.entries.map(({ attachment }) => attachment.name),
      ['c'],
    );
  });
});
