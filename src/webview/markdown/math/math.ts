import temml from 'temml';

/** Longer than any single formula. */
const longest = 4000;

/** More elements in each other than any formula that can be read. The time of a layout grows with the third power of it. */
const deepest = 50;

// A formula defines nothing: a macro that repeats its argument fills the memory within 200 expansions. The others draw
// what is in them twice or more, each time that they are in each other; Temml's arrows are its own, not for formulas.
const refused =
  /\\(?:[egx]?def|global|long|let|futurelet|(?:re)?newcommand|providecommand|cancelto|(?:math)?llap|equilibrium(?:Left|Right))(?![A-Za-z@])/;

const elements = new Set(
  (
    'math mrow mi mn mo mtext ms mspace mfrac msqrt mroot msub msup msubsup munder mover munderover ' +
    'mmultiscripts mprescripts none mtable mtr mtd mstyle mpadded mphantom menclose'
  ).split(' '),
);

// No names or addresses, and no colors: the author of a formula doesn't know the reader's theme.
const attributes = new Set(
  (
    'display mathvariant mathsize form stretchy symmetric fence separator lspace rspace minsize maxsize largeop ' +
    'movablelimits accent accentunder linethickness scriptlevel displaystyle width height depth voffset class style'
  ).split(' '),
);
/** Those that markdown.css draws. */
const classes =
  /^(?:tml-(?:left|right|jot|small|overline|underline|fbox|cancel|xcancel)|upstrike|downstrike|sout)$/;
const styles =
  /^(?:padding-\w+|border-\w+-(?:width|style)|margin-left|width|height|font-weight|text-align|math-depth)$/;

// Untrusted: it throws at pictures, classes, styles and ids, and knows no links. Sizes are in em and in pt.
const options = {
  throwOnError: true,
  trust: false,
  maxExpand: 200,
  maxSize: [20, 200] satisfies [number, number],
};
// Its own sets a style as an attribute, which the page's policy refuses.
const macros = { '\\pmb': '\\boldsymbol{#1}' };

/** The latest formulas: an answer repeats the same few symbols. */
const maxKept = 100;
const kept = new Map<string, Element | undefined>();

/** Returns the formula as MathML; `undefined` if the TeX is unreadable, too long or deep, or asks for more than a formula. */
export function renderMath(tex: string, isDisplay: boolean): Element | undefined {
  if (tex.length > longest || refused.test(tex)) return undefined;
  const key = `${isDisplay} ${tex}`;
  if (!kept.has(key)) {
    kept.set(key, readMath(tex, isDisplay));
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  }
  return kept.get(key)?.cloneNode(true) as Element | undefined;
}

function readMath(tex: string, isDisplay: boolean): Element | undefined {
  const holder = document.createElement('span');
  try {
    temml.render(tex, holder, { ...options, displayMode: isDisplay, macros: { ...macros } });
  } catch {
    // Incomplete TeX, or nested too deeply for the stack: the source says more than a message.
    return undefined;
  }
  // Stands for a number that a page would count over its formulas; an answer numbers its own by \tag.
  for (const number of holder.querySelectorAll('.tml-eqn')) number.remove();
  const math = holder.querySelector<MathMLElement>('math');
  return math !== null && isPure(math) ? math : undefined;
}

/** Removes all that a formula doesn't need from its elements; returns false if it is too deep, or has an element it doesn't need. */
function isPure(math: MathMLElement): boolean {
  const depths = new Map<Element | null, number>();
  return [math, ...math.querySelectorAll<MathMLElement>('*')].every((element) => {
    const depth = (depths.get(element.parentElement) ?? 0) + 1;
    depths.set(element, depth);
    for (const name of element.getAttributeNames()) {
      if (!attributes.has(name)) element.removeAttribute(name);
    }
    for (const name of [...element.classList]) {
      if (!classes.test(name)) element.classList.remove(name);
    }
    for (const name of [...element.style]) {
      if (!styles.test(name)) element.style.removeProperty(name);
    }
    return depth <= deepest && elements.has(element.localName);
  });
}
