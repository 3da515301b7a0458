export interface PlainEvent {
  event: string;
  data: string;
  /** The stream ended before the blank line that dispatches it. */
  isUnterminated: boolean;
}

/**
 * Reads a whole event stream exactly as the WHATWG standard (HTML, 9.2.5 and 9.2.6) describes, line by line and slowly, as a
 * second opinion on the parser that we use. It deviates in one point, as our contract does: at the end of the stream, an event
 * counts even without its blank line.
 */
export function readPlainly(bytes: Uint8Array): PlainEvent[] {
  // "UTF-8 decode" removes one byte order mark, and so does TextDecoder.
  const text = new TextDecoder().decode(bytes);
  const lines = text.split(/\r\n|\n|\r/);
  // What follows the last line end isn't a line yet; two more line ends complete the line and the event.
  const whole = lines.length - 1;
  const events: PlainEvent[] = [];
  let data = '';
  let event = '';
  for (const [n, line] of [...lines, ''].entries()) {
    if (line === '') {
      if (data !== '') events.push({ event, data: data.slice(0, -1), isUnterminated: n >= whole });
      data = '';
      event = '';
    } else {
      const [field, value] = splitField(line);
      if (field === 'data') data += `${value}\n`;
      if (field === 'event') event = value;
    }
  }
  return events;
}

function splitField(line: string): [string, string] {
  const colon = line.indexOf(':');
  if (colon < 0) return [line, ''];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value];
}
