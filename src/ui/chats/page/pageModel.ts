import type { Model } from '../../../api/index.ts';
import type { Column } from '../../../core/chats/tree/column.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { isOpenAi } from '../../../core/connections/connection.ts';
import { findModel } from '../../../core/models/catalog.ts';
import { type NamedModel, nameKey } from '../../../core/models/modelKey.ts';
import type { PageModel } from '../../../protocol/chat.ts';
import type { WindowServices } from '../../models/windowServices.ts';
import { creatorName } from '../../shared/text/creatorText.ts';
import { t } from '../../shared/text/t.ts';

type Asked = NamedModel & Pick<Column, 'isUnlisted'>;

/** Returns a function that describes the model to which a column's next message goes. */
export function pageModels(
  parts: Pick<WindowServices, 'connections' | 'catalogs' | 'pending'>,
): (asked: Asked) => PageModel {
  const { connections, catalogs, pending } = parts;
  /** Whether each model was missing from the last fresh list; this stays so while the next list is loading or fails. */
  const missing = new Map<string, boolean>();
  return ({ connectionId, name, isUnlisted: isKnownUnlisted = false }) => {
    const connection = connections.byId(connectionId);
    if (!connection) {
      const gone = t('The connection of this chat was removed. Choose another model.');
      return { name, connection: '', description: '', warning: undefined, gone };
    }
    const catalog = catalogs.of(connection);
    const model = findModel(catalog, name);
    const key = nameKey({ connectionId, name });
    if (catalog.state === 'fresh') missing.set(key, model === undefined);
    const isMissed = missing.get(key) ?? false;
    // Such a server may load an adapter only when it is asked for.
    const isUnlisted = isKnownUnlisted || (isMissed && isOpenAi(connection));
    const isUndeployed = model !== undefined && model.activeDeployment === undefined;
    const isDeleted = pending.isDeleted({ connectionId, kind: 'lora', name });
    return {
      name,
      connection: connection.name,
      description: model ? descriptionOf(model) : '',
      warning:
        isUnlisted && !model
          ? t("{0} doesn't list it; trying it anyway.", connection.name)
          : isUndeployed
            ? t('No deployment is listed. It may not answer.')
            : undefined,
      gone: isDeleted
        ? t('{0} was deleted. Continue with another model.', cleanText(name))
        : isMissed && !isUnlisted
          ? t('{0} no longer lists {1}. Continue with another model.', connection.name, cleanText(name))
          : undefined,
    };
  };
}

function descriptionOf(model: Model): string {
  const parts: string[] = [];
  const base = model.kind === 'lora' ? model.activeDeployment?.baseModelName : undefined;
  if (model.kind === 'baseModel') parts.push(t('Base model'));
  else parts.push(base ? t('LoRA on {0}', cleanText(base)) : t('LoRA'));
  const who = creatorName(model.activeDeployment?.creator);
  if (who) parts.push(t('by {0}', cleanText(who, 80)));
  return parts.join(', ');
}
