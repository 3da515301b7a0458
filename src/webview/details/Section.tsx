import type { DetailsSection, DetailsToHost, PageFact } from '../../protocol/details.ts';
import { CopyButton } from '../shared/CopyButton.tsx';
import { t } from '../shared/l10n.ts';
import { ModelName } from '../shared/ModelName.tsx';
import { TextLink } from '../shared/TextLink.tsx';

interface SectionProps {
  section: DetailsSection;
  post: (message: DetailsToHost) => void;
}

export function Section({ section, post }: SectionProps) {
  return (
    <section>
      {section.title !== undefined && <h2>{section.title}</h2>}
      {section.text !== undefined && <p class="section-text muted">{section.text}</p>}
      {section.facts.length > 0 && (
        <dl>
          {section.facts.map((fact) => (
            <Fact key={fact.label} fact={fact} post={post} />
          ))}
        </dl>
      )}
    </section>
  );
}

function Fact({ fact, post }: { fact: PageFact; post: SectionProps['post'] }) {
  const { label, value, detail, was, copy, model } = fact;
  return (
    <div class="fact">
      <dt class="muted">{label}</dt>
      <dd>
        <span class="fact-value">
          <FactValue value={value} model={model} post={post} />
          {detail !== undefined && detail !== '' && <span class="fact-detail muted">{detail}</span>}
          {was !== undefined && <span class="fact-detail muted">{was}</span>}
        </span>
        {copy !== undefined && (
          <CopyButton label={t('Copy {0}', label)} onCopy={() => post({ type: 'copy', text: copy })} />
        )}
      </dd>
    </div>
  );
}

function FactValue({ value, model, post }: Pick<PageFact, 'value' | 'model'> & Pick<SectionProps, 'post'>) {
  if (value === '') return <span class="muted">{t('not given')}</span>;
  if (model === undefined) return <span>{value}</span>;
  return (
    <TextLink title={value} onOpen={() => post({ type: 'openModel', name: model })}>
      <ModelName name={value} />
    </TextLink>
  );
}
