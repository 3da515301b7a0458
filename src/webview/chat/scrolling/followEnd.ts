/** Position and size of a scrolled region, in CSS pixels. */
export interface Measures {
  top: number;
  height: number;
  contentHeight: number;
}

interface FollowState {
  /** True if the end is kept in view while the content grows. */
  isFollowing: boolean;
  /** True if the end is out of view: "Jump to Latest" has something to do. */
  isAway: boolean;
  last: Measures;
}

export type FollowEvent =
  /** The region was scrolled, by whatever means. */
  | { type: 'scrolled'; at: Measures }
  /** The user turned the wheel or pressed a key to scroll up; the scroll itself comes later. */
  | { type: 'turnedUp' }
  /** The height of the content or the region has changed. */
  | { type: 'resized'; at: Measures }
  /** Something was unfolded or folded. */
  | { type: 'toggled' }
  /** The user asked for the end, by sending a message or pressing "Jump to Latest". */
  | { type: 'asked' };

// Max distances, in CSS pixels, at which the user counts as at the end, and not away from it. The first is not 0, since fractional
// pixels never add up to the exact end when zoomed.
const atEnd = 4;
const away = 48;

export const followFromStart: FollowState = {
  isFollowing: true,
  isAway: false,
  last: { top: 0, height: 0, contentHeight: 0 },
};

function distanceToEnd({ top, height, contentHeight }: Measures): number {
  return Math.max(0, contentHeight - height - top);
}

/**
 * Follows the end only while the user is there. Scrolling back, unfolding something or typing never moves the text; to follow
 * again, the user scrolls to the end or asks for it.
 */
export function reduceFollow(state: FollowState, event: FollowEvent): FollowState {
  switch (event.type) {
    case 'asked':
      return { ...state, isFollowing: true, isAway: false };
    case 'toggled':
      // What unfolds must not push away what was clicked; `resized` checks whether the end is still in view.
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
  if (distance <= atEnd) return { isFollowing: true, isAway: false, last: at };
  // If the content shrinks or the region grows, the position moves up without any scrolling.
  const isSameSize = at.contentHeight === state.last.contentHeight && at.height === state.last.height;
  const isFollowing = state.isFollowing && !(isSameSize && at.top < state.last.top);
  return { isFollowing, isAway: !isFollowing && distance > away, last: at };
}

function readSize(state: FollowState, at: Measures): FollowState {
  const distance = distanceToEnd(at);
  const isFollowing = state.isFollowing || distance <= atEnd;
  return { isFollowing, isAway: !isFollowing && distance > away, last: at };
}
