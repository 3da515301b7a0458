/** Max number of characters that are kept at the end of a name, where models differ. */
const endLength = 10;

/**
 * Returns a name without its middle, e.g. "mistralai/Mix…truct-v0.1", as long as `fits` allows. Its end is as long as its beginning at
 * most, and shrinks only once the beginning is a single character.
 */
export function middleCut(name: string, fits: (text: string) => boolean): string {
  const characters = [...name];
  let end = Math.min(endLength, Math.floor(characters.length / 2));
  let start = characters.length - end - 1;
  for (;;) {
    const text = `${characters.slice(0, start).join('')}…${characters.slice(characters.length - end).join('')}`;
    if (start + end <= 2 || fits(text)) return text;
    if (start > 1) start -= 1;
    else end -= 1;
  }
}

let ruler: CanvasRenderingContext2D | null | undefined;

/** Returns an element's text without its middle if there is no room for all of it; else `undefined`. */
export function cutToFit(element: HTMLElement): string | undefined {
  const room = element.clientWidth;
  if (room === 0 || element.scrollWidth <= room) return undefined;
  ruler ??= document.createElement('canvas').getContext('2d');
  const context = ruler;
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  // Not `font`, which is empty where figures have the same width.
  if (context) context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  return middleCut(element.textContent, (text) => (context?.measureText(text).width ?? 0) <= room);
}
