import type { RunPageModel } from '../../protocol/run.ts';
import { t } from '../shared/l10n.ts';
import { ModelName } from '../shared/ModelName.tsx';

/** Shows a model's name and behind it whether it is the base, or the base once more. */
export function NotedModel({ name, isBase, isNoiseFloor }: RunPageModel) {
  const note = isNoiseFloor ? t('· base again') : isBase ? t('· base') : '';
  return (
    <>
      <ModelName name={name} />
      {note && <span class="model-note muted">{note}</span>}
    </>
  );
}
