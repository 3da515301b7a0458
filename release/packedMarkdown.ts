/** A link's or picture's target, with an optional title: `docs/a.md "Title"`. */
const target = String.raw`(<[^<>\n]*>|[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?`;
/** A link's text, which may hold one pair of brackets inside another. */
const label = String.raw`((?:[^\[\]\\]|\\.|\[(?:[^\[\]\\]|\\.)*\])*)`;

const inlineLink = new RegExp(String.raw`(!?)\[${label}\]\(\s*${target}\s*\)`, 'gu');
const referenceLink = new RegExp(String.raw`(!?)\[${label}\](?:\[${label}\])?`, 'gu');
const definition = new RegExp(String.raw`^ {0,3}\[${label}\]:\s*${target}[ \t]*$`, 'gmu');
const htmlPicture = /<picture\b[^>]*>[\s\S]*?<\/picture>|<(?:img|video|source)\b[^>]*>(?:\s*<\/video>)?/giu;
const htmlSource = /\b(?:src|srcset)\s*=\s*["']?([^"'\s>]*)/giu;
const htmlLink = /<a\b[^>]*\bhref\s*=\s*["']?([^"'\s>]*)["']?[^>]*>([\s\S]*?)<\/a>/giu;
const emptyHtml = /<(p|div|a|figure)\b[^>]*>[\s\uE000]*<\/\1>/giu;

/** Stands where something was taken out, until its line is known to be empty or not; of Unicode's private use. */
const gone = '\uE000';

/**
 * Returns the Markdown without what VS Code's page of an installed extension can't show: relative pictures go, relative
 * links become their text. Code, links within the page and whole addresses stay as they are.
 */
export function withoutRelativeTargets(markdown: string): string {
  const blocks = splitAtFences(markdown.replaceAll('\r\n', '\n'));
  const dead = new Set(blocks.flatMap(({ isCode, text }) => (isCode ? [] : deadLabels(text))));
  return blocks.map(({ isCode, text }) => (isCode ? text : cleanedText(text, dead))).join('\n');
}

/** Returns a README without its section for developers, from the heading to the next of that level or the end. */
export function forUsers(readme: string): string {
  return readme.replace(/^## [^\n]*\bdevelopers?\b[\s\S]*?(?=^## |(?![\s\S]))/gimu, '');
}

interface Block {
  isCode: boolean;
  text: string;
}

function splitAtFences(markdown: string): Block[] {
  const blocks: Block[] = [];
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/u.exec(line)?.[1];
    const isCode = fence !== undefined || mark !== undefined;
    const last = blocks.at(-1);
    if (last?.isCode === isCode) last.text += `\n${line}`;
    else blocks.push({ isCode, text: line });
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
  }
  return blocks;
}

function isRelative(address: string): boolean {
  return !/^<?(?:[a-z][a-z\d+.-]*:|\/\/|#)/iu.test(address);
}

/** Labels are compared without regard to case and spaces. */
function labelKey(text: string): string {
  return text.trim().replace(/\s+/gu, ' ').toLowerCase();
}

/** The labels that a text defines as relative targets. */
function deadLabels(text: string): string[] {
  return [...text.matchAll(definition)].flatMap(([, name = '', address = '']) =>
    isRelative(address) ? [labelKey(name)] : [],
  );
}

function cleanedText(text: string, dead: ReadonlySet<string>): string {
  // Every second part is what separates two paragraphs.
  const parts = text.split(/(\n(?:[ \t]*\n)+)/u);
  const kept = parts.map((part, at) => (at % 2 === 0 ? cleanedParagraph(part, dead) : part));
  return kept.filter((part, at) => (at % 2 === 0 ? part !== undefined : kept[at - 1] !== undefined)).join('');
}

/** Returns `undefined` for a paragraph that was nothing but pictures. */
function cleanedParagraph(text: string, dead: ReadonlySet<string>): string | undefined {
  const code: string[] = [];
  const masked = text.replace(/`+[^`]+`+/gu, (span) => `\uE001${code.push(span) - 1}\uE001`);
  const clean = withoutTargets(masked, dead);
  // A table with a row of nothing but pictures is there for their sake, captions included.
  if (/^\|[\s|]*\uE000[\s|\uE000]*$/mu.test(clean)) return undefined;
  const lines = clean.split('\n').filter((line) => !line.includes(gone) || /[^\s\uE000]/u.test(line));
  if (lines.length === 0) return undefined;
  return lines
    .join('\n')
    .replaceAll(gone, '')
    .replace(/\uE001(\d+)\uE001/gu, (_, at: string) => code[Number(at)] ?? '');
}

function withoutTargets(text: string, dead: ReadonlySet<string>): string {
  /** A link around a picture that went goes with it. */
  const asText = (inner: string): string => (inner.replaceAll(gone, '').trim() === '' ? gone : inner);
  const inline = (all: string, mark: string, name: string, address: string): string => {
    if (mark === '!') return isRelative(address) ? gone : all;
    const inner = name.replace(inlineLink, inline).replace(referenceLink, reference);
    return isRelative(address) || asText(inner) === gone ? asText(inner) : all.replace(name, () => inner);
  };
  const reference = (all: string, mark: string, name: string, given: string | undefined): string => {
    const isDead = dead.has(labelKey(given || name));
    if (mark === '!') return isDead ? gone : all;
    const inner = name.replace(referenceLink, reference);
    return isDead ? asText(inner) : all.replace(name, () => inner);
  };
  return text
    .replace(definition, (all, name: string) => (dead.has(labelKey(name)) ? gone : all))
    .replace(htmlPicture, (all) =>
      [...all.matchAll(htmlSource)].some(([, at = '']) => isRelative(at)) ? gone : all,
    )
    .replace(inlineLink, inline)
    .replace(referenceLink, reference)
    .replace(htmlLink, (all, address: string, inner: string) => (isRelative(address) ? asText(inner) : all))
    .replace(emptyHtml, gone);
}
