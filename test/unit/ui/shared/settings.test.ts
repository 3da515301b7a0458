import assert from 'node:assert/strict';
import {
  answerTimeout,
  keepHistory,
  loadSettings,
  minimumDifference,
  runConcurrency,
  type Setting,
  sendWith,
} from '../../../../src/ui/shared/settings.ts';
import { transportSetting } from '../../../../src/ui/shared/transportSetting.ts';

describe('A wrong value in the user’s settings', () => {
  const cases: [setting: Setting<unknown>, byDefault: unknown, wrong: unknown[]][] = [
    [transportSetting, 'auto', ['vpn', true]],
    [sendWith, 'enter', ['shift', 7]],
    [keepHistory, true, ['no', 0]],
    [answerTimeout, 120, ['9', 2, 9000, 10.5, -1, true]],
    [runConcurrency, 4, ['8', 0, 33, 1.5]],
    [minimumDifference, 0, ['5', -1, 101]],
  ];
  afterEach(() => loadSettings(settingsOf(undefined)));

  for (const [setting, byDefault, wrong] of cases) {
    it(`counts as the default, as its mark says: ${setting.id}`, () => {
      for (const value of [undefined, ...wrong]) {
        loadSettings(settingsOf(value));
        assert.equal(setting.value, byDefault, String(value));
      }
    });
  }
});

/** All have this value. */
function settingsOf(globalValue: unknown): Parameters<typeof loadSettings>[0] {
  return {
    getConfiguration: () => ({ inspect: () => ({ globalValue }) }),
    onDidChangeConfiguration: () => ({ dispose: () => undefined }),
  };
}
