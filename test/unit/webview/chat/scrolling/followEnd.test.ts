import assert from 'node:assert/strict';
import {
  followEvents,
  followFromStart,
  type Measures,
} from '../../../../../src/webview/chat/scrolling/useFollowEnd.ts';

type FollowEvent = readonly [name: keyof typeof followEvents, at?: Measures];

const at = (top: number, contentHeight = 1000, height = 200): Measures => ({ top, height, contentHeight });
const scrolled = (...args: Parameters<typeof at>): FollowEvent => ['scrolled', at(...args)];
const resized = (...args: Parameters<typeof at>): FollowEvent => ['resized', at(...args)];
const replay = (...events: FollowEvent[]) =>
  events.reduce((state, [name, at = state.last]) => followEvents[name](state, at), followFromStart);
const atEnd = [resized(800), scrolled(800)];

describe('Following the end of a conversation', () => {
  const cases: [what: string, isFollowing: boolean, isAway: boolean, ...events: FollowEvent[]][] = [
    ['goes on while the content grows', true, false, resized(0, 1000), scrolled(800), resized(800, 1100)],
    [
      'stops when the person scrolls back, even while the content grows',
      ...([false, true, ...atEnd, scrolled(700), resized(700, 1400)] as const),
    ],
    [
      'stops as soon as the wheel turns up, before the scroll is seen',
      ...([false, true, ...atEnd, ['turnedUp'], resized(800, 1100)] as const),
    ],
    [
      "does not stop for a wheel turn that can't scroll",
      ...([true, false, resized(0, 150), ['turnedUp'], resized(0, 400)] as const),
    ],
    [
      'starts again at the end, give or take fractions of pixels',
      true,
      false,
      ...atEnd,
      scrolled(500),
      scrolled(797.4),
    ],
    ['does not start again just by coming closer', false, true, ...atEnd, scrolled(400), scrolled(700)],
    ['offers no jump for a few pixels', false, false, ...atEnd, scrolled(770)],
    [
      'stops if unfolded content pushes the end out of sight',
      ...([false, true, ...atEnd, ['toggled'], resized(800, 1300)] as const),
    ],
    [
      'goes on if unfolded content does not',
      ...([true, false, ...atEnd, ['toggled'], resized(700, 900)] as const),
    ],
    ['is not stopped by shrinking content', true, false, ...atEnd, scrolled(690, 900)],
    ['is not stopped by a growing composer', true, false, ...atEnd, resized(800, 1000, 150)],
    ['starts again on request', true, false, ...atEnd, scrolled(100), ['asked']],
  ];
  for (const [what, isFollowing, isAway, ...events] of cases) {
    it(what, () => {
      const state = replay(...events);
      assert.deepEqual([state.isFollowing, state.isAway], [isFollowing, isAway]);
    });
  }
});
