import * as v from 'valibot';
import type { DetailsToHost } from '../../protocol/details.ts';
import { type NoneLeft, parsed } from '../shared/parsed.ts';

const text = v.pipe(v.string(), v.maxLength(100_000));
const acts = [
  'ready',
  'refresh',
  'stop',
  'chat',
  'compareWithBase',
  'sendTestRequest',
  'copyName',
  'copyLink',
  'openJson',
  'addToVscodeChat',
  'removeFromVscodeChat',
  'delete',
] as const;
const schema = v.variant('type', [
  v.object({ type: v.picklist(acts) }),
  v.object({ type: v.literal('copy'), text }),
  v.object({ type: v.literal('openModel'), name: text }),
  v.object({ type: v.literal('openChat'), id: v.pipe(v.string(), v.uuid()) }),
]);

/** Fails to compile if the page can send a message that has no schema above. */
export type Unread = NoneLeft<Exclude<DetailsToHost['type'], v.InferOutput<typeof schema>['type']>>;

/** Parses a message from the details page; `undefined` if it is invalid. */
export function readDetailsMessage(message: unknown): DetailsToHost | undefined {
  return parsed(schema, message);
}
