import type { RunPageAnswer, RunPageModel } from '../../../protocol/run.ts';
import { Button, Icon, ModelName, Notice } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import { maxMarked } from '../../shared/markDifferences.ts';
import { ToolCalls } from '../../shared/ToolCalls.tsx';
import { markFaces } from '../markFaces.ts';
import { NotedModel } from '../NotedModel.tsx';
import { LongText } from './LongText.tsx';

interface AnswerColumnProps {
  model: RunPageModel;
  /** `undefined` if there is none so far. */
  answer: RunPageAnswer | undefined;
  /** `undefined` for the base, and if there is nothing to compare. */
  onDiff: (() => void) | undefined;
  onCopy: () => void;
}

/** Shows one model's answer, with what its checks say. */
export function AnswerColumn({ model, answer, onDiff, onCopy }: AnswerColumnProps) {
  return (
    <article class="answer" aria-label={model.name}>
      <h3 class="row model" title={model.name}>
        <NotedModel {...model} />
      </h3>
      {answer ? <Answer {...answer} /> : <p class="muted">{t('No answer so far.')}</p>}
      <div class="buttons">
        {onDiff && (
          <Button icon="diff" onClick={onDiff}>
            {t('Open Diff')}
          </Button>
        )}
        <Button icon="copy" onClick={onCopy}>
          {t('Copy Request As…')}
        </Button>
      </div>
    </article>
  );
}

function Passed({ is }: Pick<NonNullable<RunPageAnswer['before']>, 'is'>) {
  if (is === 'none') return null;
  const { icon, text } = markFaces(is);
  return (
    <span class={`verdict-mark ${is}`}>
      <Icon name={icon} />
      <span class="visually-hidden">{text}</span>
    </span>
  );
}

/** Says whether the answer or the base's is better, and what a judge answered. */
function Preference({ texts, said }: NonNullable<RunPageAnswer['preference']>) {
  return (
    <>
      {texts.map((text) => (
        <p key={text} dir="auto">
          {text}
        </p>
      ))}
      {said.map(({ title, text }) => (
        <details key={title} class="reasoning">
          <summary>{title}</summary>
          <LongText text={text} class="muted" />
        </details>
      ))}
    </>
  );
}

function Answer(answer: RunPageAnswer) {
  const { text, calls, reasoning, figures, alert, checks, preference, before, since } = answer;
  return (
    <>
      {reasoning !== '' && (
        <details class="reasoning">
          <summary>{t('Reasoning')}</summary>
          <LongText text={reasoning} class="muted" />
        </details>
      )}
      {text === '' ? (
        alert === undefined && !calls && <p class="muted">{t('The answer is empty.')}</p>
      ) : (
        <LongText text={text} class="answer-text" most={maxMarked} />
      )}
      <ToolCalls calls={calls} />
      {alert !== undefined && (
        <div role="alert">
          <Notice class="answer-problem" icon="warning" text={alert} />
        </div>
      )}
      {checks.length > 0 && (
        <ul class="checks" aria-label={t('Checks')}>
          {checks.map(({ is, text: reason, isPart }, at) => (
            <li key={at} class={`verdict-mark ${is}${isPart ? ' part' : ''}`}>
              <Icon name={markFaces(is).icon} />
              <span class="visually-hidden">{markFaces(is).text}</span>
              <span dir="auto">{reason}</span>
            </li>
          ))}
        </ul>
      )}
      {since !== undefined && <p dir="auto">{since}</p>}
      {preference && <Preference {...preference} />}
      {figures !== '' && <p class="hint figures">{figures}</p>}
      {before && (
        <details class="reasoning">
          <summary>
            <span class="row before">
              <span>{t('Before')}</span>
              {before.name !== undefined && <ModelName name={before.name} />}
              <Passed is={before.is} />
            </span>
          </summary>
          <LongText text={before.text} class="muted" />
        </details>
      )}
    </>
  );
}
