import assert from 'node:assert/strict';
import { hidingPlaces, isNear } from '../../../../src/core/languageModels/chatPlaces.ts';

const id = 'hosted-models.hosted-models';
const byDefault = 'chat.defaultToCopilotHarness';
const preferred = 'chat.editor.preferCopilotHarness';
const localChat = 'chat.editor.localAgent.enabled';
const byok = 'chat.agentHost.byokModels.enabled';
const windows = 'extensions.supportAgentsWindow';
/** As VS Code 1.139 has them at first. */
const usual = { [byDefault]: false, [preferred]: false, [localChat]: true, [byok]: false, [windows]: {} };

function hiding(settings: Record<string, unknown>, isTrusted = true) {
  return hidingPlaces((setting) => settings[setting], isTrusted).map((place) =>
    `${isNear(place) ? 'near: ' : ''}${place.where} ${place.setting ?? ''}`.trim(),
  );
}

describe('Where VS Code hides models of extensions', () => {
  const inWindow = `agentsWindow ${windows}`;
  for (const [title, settings, places] of [
    ['in a VS Code without these settings, nowhere', {}, []],
    ['in the Copilot harness and the Agents window at first', {}, [`harness ${byok}`, inWindow]],
    ['in new chats, if these use the harness', { [byDefault]: true }, [`near: newChats ${byok}`, inWindow]],
    [
      'in new chats, if these prefer the harness',
      { [preferred]: true },
      [`near: newChats ${byok}`, inWindow],
    ],
    ['in new chats, if there are no others', { [localChat]: false }, [`near: newChats ${byok}`, inWindow]],
    [
      'in the Agents window alone, once the harness has them',
      { [byok]: true, [byDefault]: true },
      [inWindow],
    ],
    ['nowhere, once both have them', { [byok]: true, [windows]: { [id]: true } }, []],
    ['in the Agents window, if that names another', { [byok]: true, [windows]: { 'a.b': true } }, [inWindow]],
    ['in the Agents window, if that says no', { [byok]: true, [windows]: { [id]: false } }, [inWindow]],
    ['nowhere that can be told from wrong values', { [byok]: 'yes', [windows]: 7, [byDefault]: 1 }, []],
  ] as [string, Record<string, unknown>, string[]][]) {
    it(`is ${title}`, () => {
      assert.deepEqual(hiding(title.includes('without') ? settings : { ...usual, ...settings }), places);
    });
  }

  it('is everywhere in Restricted Mode', () => {
    assert.deepEqual(hiding({}, false), ['near: window']);
    assert.deepEqual(hiding({ ...usual, [byDefault]: true }, false)[0], 'near: window');
  });
});
