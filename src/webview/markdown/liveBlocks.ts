import { type Block, MarkdownBlocks } from './markdownBlocks.ts';
import { withholdEmoji } from './withholdEmoji.ts';

type Groups<T> = readonly (readonly T[])[];

/** Members that are compared as one. Two levels of groups: a piece of a long answer costs a look at few of them. */
const GROUP = 16;

/** The blocks of a text, which may grow, in groups of groups: what did not change is the same object. */
export class LiveBlocks {
  private readonly blocks = new MarkdownBlocks();
  private small: Groups<Block> = [];
  private large: Groups<readonly Block[]> = [];
  private text: string | undefined;
  private isLive = true;
  /** The end of the text that is not shown yet. */
  private held = '';

  get groups(): Groups<readonly Block[]> {
    return this.large;
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
    const { unchanged } = this.blocks;
    this.small = group(blocks, this.small, unchanged);
    this.large = group(this.small, this.large, Math.floor(unchanged / GROUP));
  }
}

/** The members in groups, of which `unchanged` are as before; a group whose members are all the same is the same object. */
function group<T>(members: readonly T[], before: Groups<T>, unchanged: number): Groups<T> {
  const first = Math.floor(unchanged / GROUP);
  const groups = before.slice(0, first);
  for (let index = first; index * GROUP < members.length; index += 1) {
    const start = index * GROUP;
    const old = before[index];
    groups.push(old && isAt(members, start, old) ? old : members.slice(start, start + GROUP));
  }
  return groups;
}

function isAt<T>(members: readonly T[], start: number, group: readonly T[]): boolean {
  if (group.length !== Math.min(GROUP, members.length - start)) return false;
  for (let at = 0; at < group.length; at += 1) if (group[at] !== members[start + at]) return false;
  return true;
}
