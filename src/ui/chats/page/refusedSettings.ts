import { isAddedField } from '../../../api/config/chatFields.ts';
import { type ChatSettings, keptSettings } from '../../../core/chats/tree/chatSettings.ts';
import { cleanText } from '../../../core/cleanText.ts';
import type { NamedModel } from '../../../core/models/modelKey.ts';
import type { PageRefusal } from '../../../protocol/chat.ts';
import type { WindowParts } from '../../models/windowParts.ts';
import { t } from '../../shared/text/t.ts';

const settingNames = Object.keys(keptSettings.entries) as (keyof ChatSettings)[];

/** Tells which settings are not sent to a model because its service refused them, and sends them again on request. */
export function refusedSettings({ connections, clients }: Pick<WindowParts, 'connections' | 'clients'>) {
  return {
    of({ connectionId, name }: NamedModel): PageRefusal[] {
      const connection = connections.byId(connectionId);
      if (!connection) return [];
      const fields = clients
        .for(connection)
        .refusedFields(name)
        .filter((field) => !isAddedField(field));
      const bySetting = Map.groupBy(fields, settingOf);
      return [...bySetting].map(([setting, names]) => ({
        setting,
        text: t(
          "Not sent: {0} doesn't accept {1} for {2}.",
          connection.name,
          names.map((field) => cleanText(field, 60)).join(', '),
          cleanText(name),
        ),
      }));
    },
    sendAgain({ connectionId, name }: NamedModel): void {
      const connection = connections.byId(connectionId);
      if (connection) clients.for(connection).forgetRefusedFields(name);
    },
  };
}

/**
 * Returns the setting that a request field stands for, e.g. `topP` for `top_p`; a field without a setting of its own comes from the
 * extra JSON.
 */
function settingOf(field: string): keyof ChatSettings {
  const name = field.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
  return settingNames.find((one) => one === name) ?? 'extra';
}
