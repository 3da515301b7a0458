import * as v from 'valibot';

/** Lines of a file, counted from 1, both inclusive. */
export interface LineRange {
  start: number;
  end: number;
}

/** A file, or part of one, sent with a message as a fenced block. */
export interface TextAttachment {
  /** Relative to the workspace if the file is in it. */
  name: string;
  lines?: LineRange;
  /** VS Code's language id. */
  language?: string;
  text: string;
}

/** A picture sent as a content part. */
export interface ImageAttachment {
  name: string;
  /** A `data:` URL in base64. */
  image: string;
}

export type Attachment = TextAttachment | ImageAttachment;

const line = v.pipe(v.number(), v.integer(), v.minValue(1));
const imageUrl = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/u;

export const attachmentSchema = v.union([
  v.object({
    name: v.string(),
    lines: v.exactOptional(v.object({ start: line, end: line })),
    language: v.exactOptional(v.string()),
    text: v.string(),
  }),
  v.object({ name: v.string(), image: v.pipe(v.string(), v.regex(imageUrl)) }),
]);

/** Attachments as stored. One of an unknown kind is dropped, but not the message it belongs to. */
export const keptAttachments = v.pipe(
  v.array(v.unknown()),
  v.transform((list): Attachment[] =>
    list.flatMap((one) => {
      const read = v.safeParse(attachmentSchema, one);
      return read.success ? [read.output] : [];
    }),
  ),
);

export function isImage(attachment: Attachment): attachment is ImageAttachment {
  return 'image' in attachment;
}

/** For example "10–42", or "10" for one line. */
export function linesText({ start, end }: LineRange): string {
  return start === end ? String(start) : `${start}–${end}`;
}

/** For example "docs/reply.md 10–42". */
export function attachmentLabel(attachment: Attachment): string {
  const lines = isImage(attachment) ? undefined : attachment.lines;
  return lines ? `${attachment.name} ${linesText(lines)}` : attachment.name;
}
