/** How a scrolled region stands, in CSS pixels. */
export interface Measures {
  top: number;
  height: number;
  contentHeight: number;
}

export interface FollowState {
  /** The end is kept in sight while the content grows. */
  isFollowing: boolean;
  /** The end is out of sight: "Jump to latest" has something to do. */
  isAway: boolean;
  last: Measures;
}

export type FollowEvent =
  /** The region was scrolled, by whatever means. */
  | { type: 'scrolled'; at: Measures }
  /** The person turned the wheel or pressed a key upwards; the scroll itself comes later. */
  | { type: 'turnedUp' }
  /** The content or the region has another height. */
  | { type: 'resized'; at: Measures }
  /** Something was folded out or in. */
  | { type: 'toggled' }
  /** The person asked for the end: sent a message or pressed "Jump to latest". */
  | { type: 'asked' };

// Fractions of zoomed pixels never add up to the exact end.
const AT_END = 4;
const AWAY = 48;

export const followFromStart: FollowState = {
  isFollowing: true,
  isAway: false,
  last: { top: 0, height: 0, contentHeight: 0 },
};

export function distanceToEnd({ top, height, contentHeight }: Measures): number {
  return Math.max(0, contentHeight - height - top);
}

/**
 * Follows the end only while the person is there. Reading back, folding something out or typing never moves the
 * text; the way back is scrolling to the end or asking for it.
 */
export function reduceFollow(state: FollowState, event: FollowEvent): FollowState {
  switch (event.type) {
    case 'asked':
      return { ...state, isFollowing: true, isAway: false };
    case 'toggled':
      // What unfolds below the fold must not push away what was clicked; `resized` sees whether the end is still there.
      return { ...state, isFollowing: false };
    case 'turnedUp':
      return state.last.top > 0 ? { ...state, isFollowing: false } : state;
    case 'scrolled':
      return readScroll(state, event.at);
    case 'resized':
      return readSize(state, event.at);
    default:
      return event;
  }
}

function readScroll(state: FollowState, at: Measures): FollowState {
  const distance = distanceToEnd(at);
  if (distance <= AT_END) return { isFollowing: true, isAway: false, last: at };
  // Content that shrinks, or a region that grows, moves the position up without anybody's doing.
  const isSameSize = at.contentHeight === state.last.contentHeight && at.height === state.last.height;
  const isFollowing = state.isFollowing && !(isSameSize && at.top < state.last.top);
  return { isFollowing, isAway: !isFollowing && distance > AWAY, last: at };
}

function readSize(state: FollowState, at: Measures): FollowState {
  const distance = distanceToEnd(at);
  const isFollowing = state.isFollowing || distance <= AT_END;
  return { isFollowing, isAway: !isFollowing && distance > AWAY, last: at };
}
