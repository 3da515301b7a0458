import zlib from 'node:zlib';
import type { ChatMessage } from '../../api/types.ts';
import { textWithCalls } from '../messageContent.ts';
import type { Asked } from './prompt.ts';

/** Returns the digest of what a prompt asks. */
export function askedDigest({ messages, offered }: Asked): number {
  return digestOf(JSON.stringify([messages, offered]));
}

/** Returns the digests of an answer: of all that it says, and of its text and calls alone. What a call is named by means nothing. */
export function answerDigests({
  text = '',
  reasoning = '',
  toolCalls,
}: { text?: string } & Pick<ChatMessage, 'reasoning' | 'toolCalls'>) {
  const said = digestOf(textWithCalls({ text, toolCalls }));
  const trimmed = text.trim();
  return {
    digest: digestOf(reasoning, said),
    textDigest: trimmed === text ? said : digestOf(textWithCalls({ text: trimmed, toolCalls })),
  };
}

/** Returns a number by which what differs can be told apart: the CRC-32 of bytes, or of a text's UTF-8, which goes on from `start`. */
export function digestOf(data: string | Uint8Array, start = 0): number {
  return zlib.crc32(data, start);
}
