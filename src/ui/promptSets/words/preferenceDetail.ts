import { cleanText } from '../../../core/cleanText.ts';
import { isContradiction } from '../../../core/promptSets/judge/judgment.ts';
import { type RowPreference, rowPreference } from '../../../core/promptSets/report/rowPreference.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import type { RunPageAnswer, RunPageDetail } from '../../../protocol/run.ts';
import { t } from '../../shared/text/t.ts';
import { wholeText } from './detailText.ts';

type Preference = NonNullable<RunPageAnswer['preference']>;

/** Adds to each answer that was rated or judged whether it or the base's is better, and what the judge answered. */
export async function addPreferences(file: RunFile, detail: RunPageDetail): Promise<RunPageDetail> {
  const answers = detail.answers.map(async (answer) => {
    if (answer.model === 0 || answer.repetition > 0) return answer;
    const preference = await readPreference(file, detail.prompt, answer.model);
    return preference.texts.length + preference.said.length > 0 ? { ...answer, preference } : answer;
  });
  return { ...detail, answers: await Promise.all(answers) };
}

async function readPreference(file: RunFile, prompt: number, model: number): Promise<Preference> {
  const { judgments } = file.index;
  const { rated, judged } = rowPreference(file.index, prompt, model);
  const judge = cleanText(judgments.of(model)?.judge.name ?? '', 80);
  const isSwapped = isContradiction(judgments.said(model, prompt));
  const [baseFirst, otherFirst] = await Promise.all([
    file.judged(model, prompt, 'base'),
    file.judged(model, prompt, 'other'),
  ]);
  const answered = [
    { line: baseFirst, title: t('What {0} answered with the base’s answer as A', judge) },
    { line: otherFirst, title: t('What {0} answered with this answer as A', judge) },
  ];
  return {
    texts: [ratedText(rated), judgedText(judged, judge, isSwapped)].filter(Boolean),
    said: answered.flatMap(({ line, title }) => (line ? { title, text: wholeText(line.text) } : [])),
  };
}

function ratedText(rated: RowPreference['rated']): string {
  switch (rated) {
    case 'base':
      return t('You preferred the base’s answer.');
    case 'other':
      return t('You preferred this answer.');
    case 'tie':
      return t('You rated it a tie.');
    case 'skipped':
      return t('You skipped it.');
    default:
      return '';
  }
}

function judgedText(judged: RowPreference['judged'], judge: string, isSwapped: boolean): string {
  switch (judged) {
    case 'base':
      return t('{0} prefers the base’s answer.', judge);
    case 'other':
      return t('{0} prefers this answer.', judge);
    case 'tie':
      return isSwapped
        ? t('{0} contradicted itself when the order was swapped, which counts as a tie.', judge)
        : t('{0} calls it a tie.', judge);
    case 'none':
      return t('{0} gave no judgment: only a last line A, B or TIE counts.', judge);
    default:
      return '';
  }
}
