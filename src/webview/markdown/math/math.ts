import { render } from 'katex';

/** Longer than anything that is still one formula. */
const LONGEST = 4000;

const ELEMENTS = new Set(
  (
    'math mrow mi mn mo mtext ms mspace mfrac msqrt mroot msub msup msubsup munder mover munderover ' +
    'mmultiscripts mprescripts none mtable mtr mtd mlabeledtr mstyle mpadded mphantom menclose'
  ).split(' '),
);

// Neither names nor addresses, and no colours: the author of a formula doesn't know the theme it is read in.
const ATTRIBUTES = new Set(
  (
    'xmlns display mathvariant mathsize stretchy symmetric fence separator lspace rspace minsize maxsize largeop ' +
    'movablelimits accent accentunder linethickness scriptlevel displaystyle columnalign columnspacing rowspacing ' +
    'columnlines rowlines width height depth voffset notation'
  ).split(' '),
);

/** The latest formulas: an answer names the same few symbols over and over. */
const KEPT = 100;
const kept = new Map<string, Element | undefined>();

/** The formula as MathML; `undefined` for TeX that can't be read, is too long, or asks for more than a formula. */
export function renderMath(tex: string, isDisplay: boolean): Element | undefined {
  if (tex.length > LONGEST) return undefined;
  const key = `${isDisplay} ${tex}`;
  if (!kept.has(key)) {
    kept.set(key, readMath(tex, isDisplay));
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
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
      // Asked about links, pictures, classes and styles.
      trust: () => {
        isTrusted = false;
        return false;
      },
      strict: 'ignore',
      maxExpand: 200,
      maxSize: 20,
    });
  } catch {
    // Half of TeX, or nested too deeply for the stack: its source says more than a message.
    return undefined;
  }
  const math = holder.querySelector('math');
  // Nothing but the formula stands in it once its source is gone.
  const semantics = math?.querySelector('semantics');
  semantics?.querySelector('annotation')?.remove();
  semantics?.replaceWith(...semantics.childNodes);
  return isTrusted && math !== null && isPure(math) ? math : undefined;
}

/** Takes away every attribute that a formula doesn't need; `false` for an element that it doesn't. */
function isPure(math: Element): boolean {
  return [math, ...math.querySelectorAll('*')].every((element) => {
    for (const name of element.getAttributeNames()) {
      if (!ATTRIBUTES.has(name)) element.removeAttribute(name);
    }
    return ELEMENTS.has(element.localName);
  });
}
