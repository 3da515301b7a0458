import { type Block, MarkdownBlocks } from './markdownBlocks.ts';
import { withholdEmoji } from './withholdEmoji.ts';

/** Members that are compared, and laid out, as one. Two levels: a piece of a long answer costs a look at few of them. */
const GROUP = 16;

/** The blocks of a text, which may grow, in groups of groups: what did not change is the same object. */
export class LiveBlocks {
  private readonly blocks = new MarkdownBlocks();
  // What was cut for its length is one paragraph to the reader, which no group may part.
  private readonly small = new Groups<Block>(({ isCut }) => !isCut);
  private readonly large = new Groups<readonly Block[]>(() => true);
  private text: string | undefined;
  private isLive = true;
  /** The end of the text that is not shown yet. */
  private held = '';

  get groups(): readonly (readonly (readonly Block[])[])[] {
    return this.large.all;
  }

  /** Takes `text` in the place of all that came before; the same one again changes nothing, even if more has come since. */
  update(text: string, isLive: boolean): void {
    if (text === this.text && isLive === this.isLive) return;
    this.text = text;
    this.isLive = isLive;
    const shown = isLive ? withholdEmoji(text) : text;
    this.held = text.slice(shown.length);
    this.group(this.blocks.update(shown, isLive));
  }

  append(text: string): void {
    const end = this.held + text;
    const shown = withholdEmoji(end);
    this.held = end.slice(shown.length);
    this.group(this.blocks.append(shown));
  }

  private group(blocks: readonly Block[]): void {
    const unchanged = this.small.update(blocks, this.blocks.unchanged);
    this.large.update(this.small.all, unchanged);
  }
}

/** A list in groups: one whose members are all as before is the same object. */
class Groups<T> {
  all: readonly (readonly T[])[] = [];
  private count = 0;
  private readonly mayEnd: (last: T) => boolean;

  constructor(mayEnd: (last: T) => boolean) {
    this.mayEnd = mayEnd;
  }

  /** Takes `members`, of which `unchanged` at the start are as before; returns of how many groups that is known. */
  update(members: readonly T[], unchanged: number): number {
    const before = this.all;
    let kept = before.length;
    let at = this.count;
    // The last one may still take more.
    while (kept > 0 && (at > unchanged || kept === before.length)) {
      kept -= 1;
      at -= before[kept]?.length ?? 0;
    }
    const groups = before.slice(0, kept);
    while (at < members.length) {
      const end = this.endOf(members, at);
      const old = before[groups.length];
      groups.push(old && isAt(members, at, end, old) ? old : members.slice(at, end));
      at = end;
    }
    this.all = groups;
    this.count = members.length;
    return kept;
  }

  private endOf(members: readonly T[], start: number): number {
    const isOpen = (last: T | undefined) => last !== undefined && !this.mayEnd(last);
    let end = Math.min(start + GROUP, members.length);
    while (end < members.length && isOpen(members[end - 1])) end += 1;
    return end;
  }
}

function isAt<T>(members: readonly T[], start: number, end: number, group: readonly T[]): boolean {
  if (group.length !== end - start) return false;
  for (let at = 0; at < group.length; at += 1) if (group[at] !== members[start + at]) return false;
  return true;
}
