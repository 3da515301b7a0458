import * as v from 'valibot';
import type { Connection } from '../connections/connection.ts';
import type { NamedModel } from '../models/modelKey.ts';
import { shownName } from '../shownName.ts';

/** `auto`: tools are offered, and left out if the service refuses them. `on`: a refusal fails the request. `off`: never offered. */
const toolUses = ['auto', 'on', 'off'] as const;

/** A model that the user added to VS Code's chat. */
export interface Offer extends NamedModel {
  tools: (typeof toolUses)[number];
  /** It can see pictures. No service says so, so the user does. */
  images: boolean;
  /** What the user can choose in VS Code as `reasoning_effort`; empty: nothing. */
  reasoningEfforts: readonly string[];
}

const entrySchema = v.object({
  /** The connection's id or, if written by hand, its name. */
  connection: v.string(),
  name: v.pipe(v.string(), v.minLength(1)),
  tools: v.fallback(v.optional(v.picklist(toolUses), 'auto'), 'auto'),
  images: v.fallback(v.optional(v.boolean(), false), false),
  reasoningEfforts: v.fallback(v.optional(v.array(v.pipe(v.string(), v.minLength(1))), []), []),
});

type Known = Pick<Connection, 'id' | 'name'>;

/** Reads the setting `hostedModels.vscodeChat.models`, each model once. Leaves out what can't be read or has no connection. */
export function readOffers(setting: unknown, connections: readonly Known[]): Offer[] {
  const offers = new Map<string, Offer>();
  for (const entry of entriesOf(setting)) {
    const offer = readOffer(entry, connections);
    if (offer && !offers.has(offerId(offer))) offers.set(offerId(offer), offer);
  }
  return [...offers.values()];
}

/** Returns the setting's entries with these models added, each once; existing entries stay as they are. */
export function withOffers(
  setting: unknown,
  models: readonly NamedModel[],
  connections: readonly Known[],
): unknown[] {
  const known = new Set(readOffers(setting, connections).map(offerId));
  const added = new Map(models.map((model) => [offerId(model), model]));
  const missing = [...added].flatMap(([id, model]) => (known.has(id) ? [] : [model]));
  const entries = missing.map(({ connectionId, name }) => ({ connection: connectionId, name }));
  return [...entriesOf(setting), ...entries];
}

/** Returns the setting's entries without these models. */
export function withoutOffers(
  setting: unknown,
  models: readonly NamedModel[],
  connections: readonly Known[],
): unknown[] {
  const removed = new Set(models.map(offerId));
  return entriesOf(setting).filter((entry) => {
    const offer = readOffer(entry, connections);
    return !offer || !removed.has(offerId(offer));
  });
}

/** True if the setting has entries, whether they can be used or not. */
export function hasOffers(setting: unknown): boolean {
  return entriesOf(setting).length > 0;
}

/**
 * Identifies the model among all that this extension offers to VS Code, which draws it: what is invisible in a name is escaped. The
 * connection's part has no slash.
 */
export function offerId({ connectionId, name }: NamedModel): string {
  return `${encodeURIComponent(connectionId)}/${shownName(name, Number.MAX_SAFE_INTEGER)}`;
}

function readOffer(entry: unknown, connections: readonly Known[]): Offer | undefined {
  const read = v.safeParse(entrySchema, entry);
  if (!read.success) return undefined;
  const { connection: called, ...offer } = read.output;
  const connection =
    connections.find((one) => one.id === called) ?? connections.find((one) => one.name === called);
  return connection && { connectionId: connection.id, ...offer };
}

function entriesOf(setting: unknown): unknown[] {
  return Array.isArray(setting) ? setting : [];
}
