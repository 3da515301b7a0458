export interface PlainEvent {
  event: string;
  data: string;
  /** The stream ended before the blank line that dispatches it. */
  isUnterminated: boolean;
}

/**
 * Reads a whole event stream by the words of the WHATWG standard (HTML, 9.2.5 and 9.2.6), line by line and with no thought of
 * speed: a second opinion on the parser that we use. In one point it departs as our contract does: an event without its blank
 * line counts when the stream ends.
 */
export function readPlainly(bytes: Uint8Array): PlainEvent[] {
  // "UTF-8 decode" takes one byte order mark off, and so does TextDecoder.
  const text = new TextDecoder().decode(bytes);
  const lines = text.split(/\r\n|\n|\r/);
  // What follows the last line end is no line yet; the two further lines end it and the event.
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
