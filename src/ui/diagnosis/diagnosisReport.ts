import { defined } from '../../base/defined.ts';
import { cleanText } from '../../core/cleanText.ts';
import { hostOf, isOpenAi } from '../../core/connections/connection.ts';
import {
  type Diagnosis,
  firstProblem,
  type Remark,
  type Step,
  stepOutcome,
} from '../../core/diagnosis/diagnosis.ts';
import { redactSecrets, redactText } from '../../core/diagnosis/redact.ts';
import type { KeptError } from '../../core/keptError.ts';
import { isNear } from '../../core/languageModels/chatPlaces.ts';
import { shownName } from '../../core/shownName.ts';
import { hidingCommand, hidingText } from '../models/hidingSettings.ts';
import { errorText } from '../shared/errors/errorText.ts';
import type { Lens } from '../shared/readOnlyDocuments.ts';
import { t } from '../shared/text/t.ts';
import { absoluteTime } from '../shared/text/time.ts';
import { type Redact, stepLabel, stepLines } from './stepText.ts';

/** Line length in characters, so that most windows and tickets show whole lines. */
const lineLength = 72;

/** Number of the line that begins with the result, from 0. */
const resultLine = 2;

/**
 * Formats the report as Markdown with aligned columns, so that it reads well unrendered. It begins with the result: what was
 * found, and what to do. `secrets` are the key and the values of additional headers; they and all email addresses are removed
 * from whatever the service said.
 */
export function diagnosisText(diagnosis: Diagnosis, secrets: readonly string[]): string {
  const { connection, startedAt, steps, hiddenNames } = diagnosis;
  const redact = (text: string) => redactText(text, secrets, hiddenNames);
  const name = cleanText(connection.name, 60);
  const note = t(
    "You can paste this report into a ticket. It names hosts, network addresses, the model of the chat and some of those in VS Code's chat. It contains no API keys, header values, proxy passwords, email addresses or chats.",
  );
  const text = [
    `# ${t('Diagnosis of {0}', name)}`,
    '',
    ...wrapLines(t('Result: {0}', resultText(steps, { ...connection, name }, redact)), lineLength),
    '',
    absoluteTime(startedAt),
    '',
    '```text',
    ...table(steps, redact),
    '```',
    '',
    ...wrapLines(note, lineLength),
    '',
  ].join('\n');
  return redactSecrets(text, secrets);
}

/** Returns buttons for what the step of VS Code's chat found. They are above the result, since the step is the last. */
export function diagnosisLenses({ steps }: Diagnosis, connectionId: string): Lens[] {
  const { hiding = [], limits = [] } = steps.at(-1)?.facts.vscodeChat ?? {};
  const sizes = limits.map(({ limit, ...model }) => ({
    title: t('Set {0} for {1}', limit, shownName(model.name, 60)),
    command: 'hostedModels.setContextSize',
    arguments: [{ connectionId, ...model }],
  }));
  return [...sizes, ...hiding.map(hidingCommand)].map((command) => ({ line: resultLine, command }));
}

/** Outcome, step, milliseconds and findings; further findings of a step go below its first. */
function table(steps: readonly Step[], redact: Redact): string[] {
  const outcomes: Record<ReturnType<typeof stepOutcome>, string> = {
    ok: t('ok'),
    warning: t('warning'),
    failed: t('failed'),
    skipped: t('skipped'),
  };
  const padded = (column: string[]) => {
    const width = Math.max(...column.map(({ length }) => length)) + 2;
    return column.map((text) => text.padEnd(width));
  };
  const outcome = padded(steps.map((step) => outcomes[stepOutcome(step)]));
  const label = padded(steps.map(({ name }) => stepLabel(name)));
  const time = padded(steps.map(({ skipped, ms }) => (skipped ? '' : `${ms} ms`)));
  return steps.flatMap((step, row) => {
    const head = `${outcome[row]}${label[row]}${time[row]}`;
    // Text written by others must not close the code block.
    const findings = stepLines(step, redact).map((line) => line.replaceAll('```', "'''"));
    const lines = findings.flatMap((line) => wrapLines(line, lineLength - head.length));
    return lines.map((line, index) => (index === 0 ? head : ' '.repeat(head.length)) + line);
  });
}

/** Breaks text between words into lines of at most `space` characters; a longer word stays whole. */
function wrapLines(text: string, space: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > space) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

type Owner = Diagnosis['connection'];

/** The result of a report: what is wrong and what to do, in the words of a failed request, or what is worth mentioning. */
function resultText(steps: Diagnosis['steps'], connection: Owner, redact: Redact): string {
  const problem = firstProblem(steps);
  if (problem?.failure && !problem.remark) return faultText(problem, problem.failure, connection, redact);
  if (steps.some(({ skipped }) => skipped === 'stopped')) return t('Stopped early. No problem found so far.');
  const works = steps.some(({ facts }) => facts.chat)
    ? t('Everything works.')
    : t('All checks passed. Chat was not tested.');
  return problem?.remark ? `${works} ${remarkText(problem.remark, problem, connection)}` : works;
}

function faultText({ name, facts }: Step, failure: KeptError, connection: Owner, redact: Redact): string {
  const serverMessage = failure.serverMessage && redact(failure.serverMessage);
  const error: KeptError =
    name === 'proxy'
      ? { kind: 'network', code: 'PROXY_UNREACHABLE' }
      : { ...failure, ...defined({ serverMessage }) };
  const text =
    error.kind === 'cut'
      ? t('The chat was cut off: its answer has no end. A gateway may have closed it too early.')
      : errorText(error, connection, facts.model).text;
  // The lists were there before, so the address is right.
  const todo =
    name === 'chat' && error.kind === 'notFound'
      ? t('Choose another model: this one may have been deleted, or not be loaded.')
      : todoText(error, connection);
  return [text, todo].filter(Boolean).join(' ');
}

/** What to do next, where `errorText` leaves it to its buttons. */
function todoText({ kind, code }: KeptError, owner: Owner): string | undefined {
  const ask = t('Give the request ID to your service administrator.');
  const reach = t(
    'Check that the service is running, the base URL and its port, and whether you need a VPN or a proxy.',
  );
  const todos: Partial<Record<string, string>> = {
    noKey: t('Use *Set API Key…*.'),
    unauthorized: t('Use *Set API Key…*.'),
    forbidden: t("This key isn't allowed to do that: ask whoever issued it."),
    notFound: t('Check the base URL: the part before {0}.', isOpenAi(owner) ? '/v1' : '/api/v1'),
    network: code?.startsWith('PROXY_') ? undefined : reach,
    timeout: code === 'connect' ? reach : ask,
    server: ask,
    protocol: ask,
  };
  return todos[kind];
}

function remarkText(remark: Remark, { facts }: Step, { name, baseUrl }: Owner): string {
  const { added = 0, missing = [], hiding = [], limits: [first] = [] } = facts.vscodeChat ?? {};
  const near = hiding.find(isNear);
  const texts: Record<Remark, string> = {
    unencrypted: t(
      'However, it is not encrypted: anyone on the network path can read the key and all chats. Use https: if you can.',
    ),
    unchecked: t(
      "However, VS Code's own network can't be used as a fallback for a failed direct connection: it accepts any certificate while NODE_TLS_REJECT_UNAUTHORIZED is 0. Unset that variable and restart VS Code.",
    ),
    notDirect: t("However, {0} can't be reached directly, only through VS Code's network.", hostOf(baseUrl)),
    slowAddress: t('However, one of its addresses accepts no connections, which slows requests down.'),
    expiresSoon: t('However, its certificate expires soon.'),
    skippedEntries: t('However, {0} sent entries that could not be read; see the log.', name),
    retried: t('However, some requests to {0} had to be repeated.', name),
    emptyAnswer: t("However, the model's answer was empty."),
    notStreamed: t('However, {0} does not stream: an answer comes all at once.', name),
    atOnce: t('However, the answer arrived in one piece. A proxy or gateway may be buffering the stream.'),
    refusedFields: t(
      "However, {0} doesn't accept {1}; chats leave it out.",
      name,
      facts.chat?.droppedFields.join(', ') ?? '?',
    ),
    late: t(
      "However, VS Code did not say in time which models its chat lists. Another extension's models may be holding it up.",
    ),
    missing: t(
      "However, VS Code's chat lists only {0} of the {1} models that were added to it: see the last step.",
      added - missing.length,
      added,
    ),
    hidden: t("However, VS Code's chat hides your models: {0}.", near ? hidingText(near) : ''),
    contextSize: t(
      "However, the service's context size for {2} ({1} tokens) differs from the one in {0}'s settings.",
      name,
      first?.limit ?? 0,
      shownName(first?.name ?? '', 60),
    ),
  };
  return texts[remark];
}
