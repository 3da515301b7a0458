import type { JudgedVerdict } from '../verdict/pairedVerdict.ts';

/** In pixels; the bar's axis goes from as far below 0 as above it, in points that end in 0 or 5. */
const size = { width: 480, height: 64, margin: 32 };
const middle = size.width / 2;

/**
 * Draws a difference with its interval on an axis around 0, and the difference that matters as a band, for a report. `title` is its
 * text for whoever doesn't see it.
 */
export function intervalBar(
  { difference, low, high }: Pick<JudgedVerdict, 'difference' | 'low' | 'high'>,
  title: string,
  minimumDifference = 0,
): string {
  const most = Math.max(0.05, Math.abs(low), Math.abs(high), minimumDifference);
  const reach = Math.ceil(most * 20 - 1e-9) / 20;
  const x = (share: number) => Math.round(middle + (share / reach) * (middle - size.margin));
  const { width, height } = size;
  const y = 24;
  const line = (from: number, to: number, look: string) =>
    `<line x1="${x(from)}" x2="${x(to)}" y1="${y}" y2="${y}" ${look}/>`;
  const label = (share: number, text: string) =>
    `<text x="${x(share)}" y="${height - 4}" text-anchor="middle" font-family="sans-serif" font-size="12" fill="#555">${text}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<rect x="${x(-minimumDifference)}" width="${x(minimumDifference) - x(-minimumDifference)}" height="${2 * y}" fill="#eee"/>`,
    `<line x1="${middle}" x2="${middle}" y1="0" y2="${2 * y}" stroke="#888"/>`,
    line(-reach, reach, 'stroke="#ccc"'),
    line(low, high, 'stroke="#0b5cad" stroke-width="6"'),
    `<circle cx="${x(difference)}" cy="${y}" r="7" fill="#0b5cad"/>`,
    label(-reach, `−${Math.round(reach * 100)}`),
    label(0, '0'),
    label(reach, `+${Math.round(reach * 100)}`),
    '</svg>',
  ].join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
