import { type Connection, hostOf, isOpenAi } from '../../core/connections/connection.ts';
import { defined } from '../../core/defined.ts';
import { type Diagnosis, firstProblem, type Remark, type Step } from '../../core/diagnosis/diagnosis.ts';
import type { KeptError } from '../../core/keptError.ts';
import { isNear } from '../../core/languageModels/chatPlaces.ts';
import { shownName } from '../../core/shownName.ts';
import { hidingText } from '../models/hidingPlaces.ts';
import { errorText } from '../shared/errors/errorText.ts';
import { t } from '../shared/text/t.ts';
import type { Redact } from './stepText.ts';

type Owner = Pick<Connection, 'name' | 'baseUrl' | 'kind'>;

/** The result of a report: what is wrong and what to do, in the words of a failed request, or what is worth mentioning. */
export function resultText(steps: Diagnosis['steps'], connection: Owner, redact: Redact): string {
  const problem = firstProblem(steps);
  if (problem?.failure && !problem.remark) return faultText(problem, problem.failure, connection, redact);
  if (steps.some(({ skipped }) => skipped === 'stopped')) {
    return t('Stopped early. No problem found so far.');
  }
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
  const todo = todoText(error, connection);
  return todo === undefined ? text : `${text} ${todo}`;
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
      'But it is not encrypted: anyone on the network path can read the key and all chats. Use https: if you can.',
    ),
    unchecked: t(
      "But VS Code's own network is no way around a failed direct connection: it accepts any certificate while NODE_TLS_REJECT_UNAUTHORIZED is 0. Unset that variable and restart VS Code.",
    ),
    notDirect: t("But {0} can't be reached directly, only through VS Code's network.", hostOf(baseUrl)),
    slowAddress: t('But one of its addresses accepts no connections, which slows requests down.'),
    systemTrust: t(
      "Its certificate is trusted only by the system, so requests go through VS Code's network.",
    ),
    expiresSoon: t('But its certificate expires soon.'),
    skippedEntries: t('But {0} sent entries that could not be read; see the log.', name),
    retried: t('However, some requests to {0} had to be repeated.', name),
    emptyAnswer: t("But the model's answer was empty."),
    notStreamed: t('But {0} does not stream: an answer comes all at once.', name),
    atOnce: t('However, the answer arrived in one piece. A proxy or gateway may be buffering the stream.'),
    refusedFields: t(
      'But {0} does not take {1}; chats leave it out.',
      name,
      facts.chat?.droppedFields.join(', ') ?? '?',
    ),
    late: t(
      "But VS Code did not say in time which models its chat lists. Another extension's models may be holding it up.",
    ),
    missing: t(
      "But VS Code's chat lists only {0} of the {1} models that were added to it: see the last step.",
      added - missing.length,
      added,
    ),
    hidden: t("But VS Code's chat hides your models: {0}.", near ? hidingText(near) : ''),
    contextSize: t(
      'But {0} allows other contexts than VS Code is told, such as {1} tokens for {2}.',
      name,
      first?.limit ?? 0,
      shownName(first?.name ?? '', 60),
    ),
  };
  return texts[remark];
}
