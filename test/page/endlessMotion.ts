import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** Every step repaints, and in a tab's icon nothing else does while the tab is hidden. */
export const maxSteps = 8;

/** Fails if something moves without an end although motion is reduced, in the system or in VS Code. */
export async function assertStill(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  assert.deepEqual(await page.evaluate(countSteps), [], 'reduced in the system');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.evaluate(() => document.body.classList.add('vscode-reduce-motion'));
  assert.deepEqual(await page.evaluate(countSteps), [], 'reduced in VS Code');
}

/**
 * Runs in the page: how often in a second each endless animation changes what it animates, seen at every millisecond,
 * however its timing is written.
 */
export function countSteps(): number[] {
  const isEndless = ({ effect }: Animation) =>
    effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
  return document
    .getAnimations()
    .filter(isEndless)
    .map((animation) => {
      const { effect } = animation;
      if (!(effect instanceof KeyframeEffect) || !effect.target) throw new Error('An animation of nothing.');
      const notStyles = ['offset', 'computedOffset', 'easing', 'composite'];
      const names = effect
        .getKeyframes()
        .flatMap(Object.keys)
        .filter((name) => !notStyles.includes(name));
      const style = getComputedStyle(effect.target, effect.pseudoElement);
      const now = () => JSON.stringify(names.map((name) => Reflect.get(style, name)));
      animation.pause();
      let [steps, last] = [0, ''];
      for (let time = 0; time <= 1000; time += 1) {
        animation.currentTime = time;
        if (time > 0 && now() !== last) steps += 1;
        last = now();
      }
      animation.play();
      return steps;
    });
}
