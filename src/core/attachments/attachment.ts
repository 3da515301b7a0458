import * as v from 'valibot';

const line = v.pipe(v.number(), v.integer(), v.minValue(1));
/** Lines of a file, counted from 1, both inclusive. */
const lineRange = v.object({ start: line, end: line });

/** A file, or part of one, sent with a message as a fenced block. */
const textAttachment = v.object({
  /** Relative to the workspace if the file is in it. */
  name: v.string(),
  lines: v.exactOptional(lineRange),
  /** VS Code's language id. */
  language: v.exactOptional(v.string()),
  text: v.string(),
});

/** A picture sent as a content part: a `data:` URL in base64. */
const imageUrl = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/u;
const imageAttachment = v.object({
  name: v.string(),
  image: v.pipe(v.string(), v.regex(imageUrl)),
  /** In bytes, if the file was larger. */
  scaledFrom: v.exactOptional(v.number()),
});

export const attachmentSchema = v.union([textAttachment, imageAttachment]);

export type TextAttachment = v.InferOutput<typeof textAttachment>;
export type ImageAttachment = v.InferOutput<typeof imageAttachment>;
export type Attachment = TextAttachment | ImageAttachment;

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
export function linesText({ start, end }: v.InferOutput<typeof lineRange>): string {
  return start === end ? String(start) : `${start}–${end}`;
}

/** For example "docs/reply.md 10–42". */
export function attachmentLabel(attachment: Attachment): string {
  const lines = isImage(attachment) ? undefined : attachment.lines;
  return lines ? `${attachment.name} ${linesText(lines)}` : attachment.name;
}
