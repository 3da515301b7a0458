import type * as vscode from 'vscode';
import type { Model } from '../../api/types.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { ContextSize } from '../../core/languageModels/contextSize.ts';
import { type Offer, offerId } from '../../core/languageModels/offers.ts';
import { shownName } from '../../core/shownName.ts';
import { placeName } from '../shared/text/placeName.ts';
import { t } from '../shared/text/t.ts';

/**
 * `isUserSelectable` is a proposed field. Without it, VS Code 1.110 leaves the model out of its picker (microsoft/vscode 316217).
 */
export interface OfferedInformation extends vscode.LanguageModelChatInformation {
  readonly isUserSelectable: true;
  /** Also proposed; read by 1.139, not by 1.110. */
  readonly maxContextWindowTokens?: number;
  /** What the user can set for the model, as JSON schema; also proposed, and not read by 1.110. */
  readonly configurationSchema?: object;
}

interface Offered {
  offer: Offer;
  model: Model;
  connection: Connection;
  size: ContextSize;
  /** True if the connection is to be named beside the model. */
  hasSeveral: boolean;
  /** True if another connection offers a model of this name. VS Code's list of all models shows nothing but names. */
  hasTwin: boolean;
}

/** Returns what VS Code's chat lists about a model. */
export function offeredInformation(offered: Offered): OfferedInformation {
  const { offer, model, connection, size, hasSeveral, hasTwin } = offered;
  const name = shownName(model.name);
  const deployment = model.kind === 'lora' ? model.activeDeployment : undefined;
  const { context, output, isAssumed } = size;
  const contextText = isAssumed ? t('context assumed: {0}', context) : t('context: {0}', context);
  return {
    id: offerId(offer),
    name: hasTwin ? `${name} · ${placeName(connection)}` : name,
    family: cleanText(deployment?.baseModelName ?? model.name),
    version: cleanText(deployment?.hubRevision ?? ''),
    detail: [...(hasSeveral ? [cleanText(connection.name, 60)] : []), contextText].join(' · '),
    tooltip: [
      name,
      `${kindText(model)} · ${placeName(connection)}`,
      isAssumed
        ? t(
            'Context assumed: {0} tokens, {1} of them for the answer. Set them in the setting {2}.',
            context,
            output,
            'hostedModels.vscodeChat.contextSizes',
          )
        : t('Context: {0} tokens, {1} of them for the answer.', context, output),
    ].join('\n'),
    maxInputTokens: context - output,
    maxOutputTokens: output,
    ...(!isAssumed && { maxContextWindowTokens: context }),
    ...(offer.reasoningEfforts.length > 0 && { configurationSchema: effortSchema(offer.reasoningEfforts) }),
    isUserSelectable: true,
    // VS Code reads `capabilities.editTools` without a check: one model without capabilities would lose the whole list.
    capabilities: { imageInput: offer.images, toolCalling: offer.tools !== 'off' },
  };
}

/** Returns the schema in which VS Code looks for reasoning efforts. */
function effortSchema(efforts: readonly string[]): object {
  const effort = { type: 'string', title: t('Reasoning effort'), enum: efforts, group: 'navigation' };
  return { type: 'object', properties: { reasoningEffort: effort } };
}

function kindText(model: Model): string {
  if (model.kind === 'baseModel') return t('Base model');
  const base = model.activeDeployment?.baseModelName;
  return base === undefined ? t('LoRA') : t('LoRA on {0}', cleanText(base, 80));
}
