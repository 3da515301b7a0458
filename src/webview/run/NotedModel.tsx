import type { RunPageModel } from '../../protocol/run.ts';
import { ModelName } from '../shared/controls.tsx';
import { t } from '../shared/l10n.ts';

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
