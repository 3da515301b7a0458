import { useMemo, useRef } from 'preact/hooks';
import type { ChatFrame, PageAnswer, PageCell, PageRow, PageUserTurn } from '../../../protocol/chat.ts';
import type { EditDraft } from '../../../protocol/chatPageState.ts';
import { Button } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import { memo } from '../../shared/memo.tsx';
import type { ChatModel } from '../chatModel.ts';
import { VoteBar } from '../columns/VoteBar.tsx';
import type { EditActions } from '../useEdits.ts';
import { AnswerArticle } from './AnswerArticle.tsx';
import type { TurnPlaces } from './turnContext.ts';
import { UserArticle } from './UserArticle.tsx';

/** A row with its turns. */
interface ShownRow {
  row: PageRow;
  question: PageUserTurn;
  /** The answer of each cell; `undefined` if it has none, or if the answer has not arrived. */
  answers: readonly (PageAnswer | undefined)[];
}

/** Returns the rows whose questions have arrived, each as the same object until one of its turns changes. */
export function useShownRows({ rows, turns }: ChatModel): readonly ShownRow[] {
  const before = useRef<ReadonlyMap<string, ShownRow>>(new Map());
  const shown = useMemo(
    () =>
      rows.flatMap((row) => {
        const question = turns.get(row.question);
        if (question?.role !== 'user') return [];
        const answers = row.cells.map(({ answer }) => {
          const turn = turns.get(answer ?? '');
          return turn?.role === 'assistant' ? turn : undefined;
        });
        const known = before.current.get(row.question);
        const isSame =
          known?.row === row &&
          known.question === question &&
          answers.every((one, at) => one === known.answers[at]);
        return [isSame ? known : { row, question, answers }];
      }),
    [rows, turns],
  );
  before.current = useMemo(() => new Map(shown.map((one) => [one.row.question, one])), [shown]);
  return shown;
}

export interface RowProps {
  shown: ShownRow;
  isLast: boolean;
  places: TurnPlaces;
  /** The answers that have not ended, with a text if one is not requested yet. */
  streaming: ReadonlyMap<string, string | undefined>;
  /** Index of the only column shown; `undefined` if all are shown. */
  tab: number | undefined;
  sendWith: ChatFrame['sendWith'];
  edit: EditDraft | undefined;
  editing: EditActions;
  /** Called when a question was sent again. */
  onSent: () => void;
  /** Opens the settings of the column at this index. */
  showSettings: (column: number) => void;
}

/** Shows a question with its answers side by side. */
// Memoized, since what grows in another row doesn't change it.
export const QuestionRow = memo<RowProps>((props) => {
  const { shown, isLast, streaming, tab, editing } = props;
  const { row, question, answers } = shown;
  const isHidden = row.isHidden ?? false;
  const places = useMemo<TurnPlaces>(() => {
    if (!isHidden) return props.places;
    const { question: common, columns } = props.places;
    const hide = <Place,>(place: Place) => ({ ...place, isHidden });
    return { question: hide(common), columns: columns.map(hide) };
  }, [props.places, isHidden]);
  const isAnswered = answers.some((one) => one !== undefined);
  return (
    <div class={isLast ? 'turn-row last' : 'turn-row'}>
      <UserArticle
        turn={question}
        place={places.question}
        isLast={isLast && !isAnswered}
        sendWith={props.sendWith}
        edit={props.edit}
        editing={editing}
        onSent={props.onSent}
      />
      <div class="answers">
        <div class="cells">
          {row.cells.map((cell, at) => {
            const turn = answers[at];
            const place = places.columns[at];
            return (
              <div key={at} class="cell" hidden={tab !== undefined && at !== tab}>
                {turn && place && (
                  <AnswerArticle
                    key={turn.id}
                    turn={turn}
                    place={place}
                    isNamed={turn.name !== place.columnName || !place.isSeveral}
                    isStreaming={streaming.has(turn.id)}
                    queued={streaming.get(turn.id)}
                    isLast={isLast}
                    question={question}
                    editing={editing}
                    showSettings={props.showSettings}
                  />
                )}
                {cell.answer === undefined && place?.isSeveral && (
                  <NoAnswer question={question.id} cell={cell} canSelect={place.canSelect} />
                )}
                {cell.later && place && (
                  <div class="row cell-note muted">
                    <span>{cell.later.text}</span>
                    <Show name={cell.name} turn={cell.later.turn} canSelect={place.canSelect} />
                  </div>
                )}
              </div>
            );
          })}
        </div>
        <VoteBar row={row} answers={answers} isLast={isLast} />
      </div>
    </div>
  );
});

function NoAnswer({ question, cell, canSelect }: { question: string; cell: PageCell; canSelect: boolean }) {
  const { id, name, elsewhere, canAsk } = cell;
  return (
    <div class="row cell-note muted">
      <span>{elsewhere?.text ?? t('Not asked')}</span>
      {elsewhere && <Show name={name} turn={elsewhere.turn} canSelect={canSelect} />}
      {canAsk && (
        <Button title={name} sends={{ type: 'ask', question, cell: id }}>
          {t('Ask')}
        </Button>
      )}
    </div>
  );
}

function Show({ name, turn, canSelect }: { name: string; turn: string; canSelect: boolean }) {
  return (
    <Button title={name} disabled={!canSelect} sends={{ type: 'select', turn }}>
      {t('Show')}
    </Button>
  );
}
