import { render } from 'katex';

/** Longer than any single formula. */
const longest = 4000;

const elements = new Set(
  (
    'math mrow mi mn mo mtext ms mspace mfrac msqrt mroot msub msup msubsup munder mover munderover ' +
    'mmultiscripts mprescripts none mtable mtr mtd mlabeledtr mstyle mpadded mphantom menclose'
  ).split(' '),
);

// No names or addresses, and no colours: the author of a formula doesn't know the reader's theme.
const attributes = new Set(
  (
    'xmlns display mathvariant mathsize stretchy symmetric fence separator lspace rspace minsize maxsize largeop ' +
    'movablelimits accent accentunder linethickness scriptlevel displaystyle columnalign columnspacing rowspacing ' +
    'columnlines rowlines width height depth voffset notation'
  ).split(' '),
);

/** The latest formulas: an answer repeats the same few symbols. */
const mostKept = 100;
const kept = new Map<string, Element | undefined>();

/** Returns the formula as MathML; `undefined` if the TeX is unreadable, too long or asks for more than a formula. */
export function renderMath(tex: string, isDisplay: boolean): Element | undefined {
  if (tex.length > longest) return undefined;
  const key = `${isDisplay} ${tex}`;
  if (!kept.has(key)) {
    kept.set(key, readMath(tex, isDisplay));
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  }
  return kept.get(key)?.cloneNode(true) as Element | undefined;
}

function readMath(tex: string, isDisplay: boolean): Element | undefined {
  let isTrusted = true;
  const holder = document.createElement('span');
  try {
    render(tex, holder, {
      output: 'mathml',
      displayMode: isDisplay,
      // Called for links, pictures, classes and styles.
      trust: () => {
        isTrusted = false;
        return false;
      },
      strict: 'ignore',
      maxExpand: 200,
      maxSize: 20,
    });
  } catch {
    // Incomplete TeX, or nested too deeply for the stack: the source says more than a message.
    return undefined;
  }
  const math = holder.querySelector('math');
  // Only the formula is left once its source is removed.
  const semantics = math?.querySelector('semantics');
  semantics?.querySelector('annotation')?.remove();
  semantics?.replaceWith(...semantics.childNodes);
  return isTrusted && math !== null && isPure(math) ? math : undefined;
}

/** Removes every attribute a formula doesn't need; returns false if there is an element it doesn't need. */
function isPure(math: Element): boolean {
  return [math, ...math.querySelectorAll('*')].every((element) => {
    for (const name of element.getAttributeNames()) {
      if (!attributes.has(name)) element.removeAttribute(name);
    }
    return elements.has(element.localName);
  });
}
