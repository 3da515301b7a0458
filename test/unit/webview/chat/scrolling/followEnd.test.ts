import assert from 'node:assert/strict';
import {
  type FollowEvent,
  followFromStart,
  type Measures,
  reduceFollow,
} from '../../../../../src/webview/chat/scrolling/useFollowEnd.ts';

const at = (top: number, contentHeight = 1000, height = 200): Measures => ({ top, height, contentHeight });
const scrolled = (...args: Parameters<typeof at>): FollowEvent => ({ type: 'scrolled', at: at(...args) });
const resized = (...args: Parameters<typeof at>): FollowEvent => ({ type: 'resized', at: at(...args) });
const replay = (...events: FollowEvent[]) => events.reduce(reduceFollow, followFromStart);

describe('Following the end of a conversation', () => {
  it('goes on while the content grows', () => {
    const state = replay(resized(0, 1000), scrolled(800), resized(800, 1100));
    assert.equal(state.isFollowing, true);
    assert.equal(state.isAway, false);
  });

  it('stops when the person scrolls back, even while the content grows', () => {
    const state = replay(resized(800), scrolled(800), scrolled(700), resized(700, 1400));
    assert.equal(state.isFollowing, false);
    assert.equal(state.isAway, true);
  });

  it('stops as soon as the wheel turns up, before the scroll is seen', () => {
    assert.equal(
      replay(resized(800), scrolled(800), { type: 'turnedUp' }, resized(800, 1100)).isFollowing,
      false,
    );
  });

  it('does not stop for a wheel turn that can’t scroll', () => {
    assert.equal(replay(resized(0, 150), { type: 'turnedUp' }, resized(0, 400)).isFollowing, true);
  });

  it('starts again at the end, give or take fractions of pixels', () => {
    assert.equal(replay(resized(800), scrolled(800), scrolled(500), scrolled(797.4)).isFollowing, true);
  });

  it('does not start again just by coming closer', () => {
    const state = replay(resized(800), scrolled(800), scrolled(400), scrolled(700));
    assert.equal(state.isFollowing, false);
    assert.equal(state.isAway, true);
  });

  it('offers no jump for a few pixels', () => {
    assert.equal(replay(resized(800), scrolled(800), scrolled(770)).isAway, false);
  });

  it('stops if unfolded content pushes the end out of sight, and goes on if not', () => {
    const pushed = replay(resized(800), scrolled(800), { type: 'toggled' }, resized(800, 1300));
    assert.equal(pushed.isFollowing, false);
    assert.equal(pushed.isAway, true);
    assert.equal(
      replay(resized(800), scrolled(800), { type: 'toggled' }, resized(700, 900)).isFollowing,
      true,
    );
  });

  it('is not stopped by shrinking content or a growing composer', () => {
    assert.equal(replay(resized(800), scrolled(800), scrolled(690, 900)).isFollowing, true);
    assert.equal(replay(resized(800), scrolled(800), resized(800, 1000, 150)).isFollowing, true);
  });

  it('starts again on request', () => {
    const state = replay(resized(800), scrolled(800), scrolled(100), { type: 'asked' });
    assert.equal(state.isFollowing, true);
    assert.equal(state.isAway, false);
  });
});
