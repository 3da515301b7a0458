import { cleanText } from '../../core/cleanText.ts';
import {
  type AllFacts,
  maxMissingNamed,
  type RouteFacts,
  type SkipReason,
  type Step,
  type StepName,
  type WhyMissing,
} from '../../core/diagnosis/diagnosis.ts';
import { daysLeft } from '../../core/diagnosis/networkSteps.ts';
import { hidingText } from '../models/hidingSettings.ts';
import { t } from '../shared/text/t.ts';
import { shortDate } from '../shared/text/time.ts';

/** Applied to all text written by others. */
export type Redact = (words: string) => string;

/** Name of a step, in the report and while it runs. */
export function stepLabel(name: StepName): string {
  const labels: Record<StepName, string> = {
    place: t('Extension'),
    address: t('Base URL'),
    route: t('Route'),
    proxy: t('Proxy'),
    lookup: t('Name resolution'),
    connect: t('Connection'),
    tls: t('Certificate'),
    key: t('API key'),
    listLoras: t('List LoRAs'),
    listBaseModels: t('List base models'),
    getLora: t('Get a LoRA'),
    getBaseModel: t('Get a base model'),
    chat: t('Chat'),
    vscodeChat: t("VS Code's chat"),
  };
  return labels[name];
}

/** What a step found, one finding per line. */
export function stepLines({ skipped, facts, failure }: Step, redact: Redact): string[] {
  if (skipped) return [skipText(skipped)];
  const linesOf = <F extends keyof AllFacts>(name: F): string[] => {
    const fact: AllFacts[F] | undefined = facts[name];
    return fact === undefined ? [] : factLines[name](fact, redact);
  };
  const lines = factNames.flatMap((name) => linesOf(name));
  // The lines of these tell it already.
  if (!failure || facts.tries || facts.key) return lines;
  const { kind, status = kind, code, requestId, serverMessage } = failure;
  const what = facts.answer ? [code] : [String(status), requestId, code];
  const known = what.flatMap((part) => (part === undefined ? [] : redact(part)));
  if (known.length > 0) lines.push(known.join(', '));
  return serverMessage ? [...lines, `“${redact(serverMessage)}”`] : lines;
}

function skipText(because: SkipReason): string {
  const texts: Record<SkipReason, string> = {
    proxied: t("doesn't apply where a proxy is used"),
    unencrypted: t('not used with http:'),
    unreachable: t("the service can't be reached"),
    noKey: t('there is no API key'),
    refusedKey: t('the API key was refused'),
    noModel: t('there is no such model'),
    notWanted: t('not requested'),
    noneAdded: t('no model was added to it'),
    stopped: t('stopped'),
  };
  return texts[because];
}

/** The lines of each fact, in the order of a report. */
const factLines: { [F in keyof AllFacts]: (fact: AllFacts[F], redact: Redact) => string[] } = {
  place: (lines) => [...lines],
  baseUrl: (baseUrl) => [baseUrl],
  isOpenAi: () => [t('an OpenAI-compatible server: LoRAs are listed and used, not deleted')],
  route: routeLines,
  addresses: (addresses) => addresses.map(({ address, family }) => `${address} (IPv${family})`),
  tries: (tries) =>
    tries.map(({ address, family, port, code = t('connected') }) =>
      family === 6 ? `[${address}]:${port} ${code}` : `${address}:${port} ${code}`,
    ),
  certificate: certificateLines,
  key: keyLines,
  model: (model) => [cleanText(model)],
  answer: ({ status, headersMs, way, requestId }, redact) => {
    const parts = [String(status), t('headers after {0} ms', Math.round(headersMs))];
    if (way) parts.push(way === 'undici' ? 'undici' : t("VS Code's fetch"));
    if (requestId) parts.push(redact(requestId));
    return [parts.join(', ')];
  },
  content: ({ entries, bytes }) => {
    const size = t('{0} KB', Math.ceil(bytes / 1024));
    return [entries === undefined ? size : `${t('entries: {0}', entries)}, ${size}`];
  },
  skippedEntries: (count) => [t('entries that could not be read: {0}', count)],
  chat: chatLines,
  omitted: (fields) => (fields.length > 0 ? [t('fields it refused: {0}', fields.join(', '))] : []),
  retries: (retries) => [t('tried again: {0}', retries)],
  vscodeChat: vscodeChatLines,
};

const factNames = Object.keys(factLines) as (keyof AllFacts)[];

function routeLines({ network, decision, isUnchecked }: RouteFacts): string[] {
  const { reason, proxy = '?', variable } = decision;
  const throughProxy = t(
    "through the proxy {0} ({1}), by VS Code's network",
    proxy,
    variable ?? 'http.proxy',
  );
  const routes: Record<typeof reason, string> = {
    off: t('directly: http.proxySupport is off'),
    loopback: t('directly, to this machine'),
    none: t('directly: no proxy is configured'),
    exception: t('not through the proxy {0}: {1} excludes it', proxy, variable ?? 'http.noProxy'),
    setting: throughProxy,
    environment: throughProxy,
  };
  const route = network === 'direct' ? t('directly, bypassing every proxy') : routes[reason];
  const lines = [`${network}: ${route}`];
  if (!isUnchecked) return lines;
  return [...lines, t("VS Code's network is not used: NODE_TLS_REJECT_UNAUTHORIZED is 0")];
}

function certificateLines(certificate: AllFacts['certificate'], redact: Redact): string[] {
  const { protocol, subject, issuer, validFrom = 0, validTo } = certificate;
  const given = (name: string | undefined) => (name === undefined ? t('not given') : redact(name));
  const lines = [
    ...(protocol === undefined ? [] : [protocol]),
    t('for {0}', given(subject)),
    t('issued by {0}', given(issuer)),
  ];
  if (validFrom > Date.now()) lines.push(t('valid only from {0}', shortDate(validFrom)));
  else if (validTo === undefined) lines.push(t('no end date given'));
  else {
    const left = daysLeft(certificate, Date.now()) ?? 0;
    lines.push(t('valid until {0}, days left: {1}', shortDate(validTo), left));
  }
  return lines;
}

function keyLines({ source, headers }: AllFacts['key']): string[] {
  const texts: Record<NonNullable<typeof source>, string> = {
    store: t("from VS Code's secret storage"),
    window: t("kept for this window only: VS Code's secret storage did not keep it"),
    environment: t('from HOSTED_MODELS_API_KEY'),
  };
  const lines = [source ? texts[source] : t('none for this address')];
  return headers > 0 ? [...lines, t('further headers: {0}', headers)] : lines;
}

function chatLines(chat: AllFacts['chat'], redact: Redact): string[] {
  const { pieces, figures, state, finishReason, reasoningMs, error } = chat;
  const { ttftMs, promptTokens, completionTokens = 0, isEstimated } = figures;
  const lines: string[] = [];
  if (ttftMs !== undefined) {
    if (pieces === undefined) lines.push(t('not streamed: one JSON answer'));
    else if (figures.tokensPerSecond === undefined) {
      lines.push(t('streamed, but it all came at once'));
    } else lines.push(t('streamed in {0} pieces', pieces));
    lines.push(t('first token after {0} ms', ttftMs));
  }
  if (reasoningMs !== undefined) lines.push(t('with reasoning'));
  if (error) return lines;
  lines.push(
    promptTokens === undefined || isEstimated
      ? t('tokens: not given')
      : t('tokens: {0} sent, {1} answered', promptTokens, completionTokens),
  );
  if (state === 'cut') return [...lines, t('cut off: the answer has no end')];
  const end = finishReason === undefined ? '[DONE]' : redact(cleanText(finishReason, 40));
  return [...lines, t('ended by {0}', end)];
}

function vscodeChatLines(chat: AllFacts['vscodeChat']): string[] {
  const { hiding, limits, isSignedIn } = chat;
  const sizes = limits
    .slice(0, maxMissingNamed)
    .map(({ name, limit, context }) =>
      t('{0}: the service allows {1} tokens, and VS Code is told {2}', cleanText(name), limit, context),
    );
  const account = isSignedIn
    ? t('signed in to GitHub: VS Code blocks them if that account has no Copilot')
    : t('not signed in to GitHub: needs *Add Models…* › *Hosted Models* once');
  const accounts = isSignedIn === undefined ? [] : [account];
  const untold = t("can't be told from here: models that you hid there, policies, Copilot in your account");
  return [...listedLines(chat), ...hiding.map(hidingText), ...sizes, ...accounts, untold];
}

function listedLines({ added, missing }: AllFacts['vscodeChat']): string[] {
  if (!missing) return [t('models added to it: {0}', added), t('no answer in time')];
  const reasons: Record<WhyMissing, string> = {
    notInService: t(
      'not listed by the service: correct its name in the setting hostedModels.vscodeChat.models, or remove it there',
    ),
    notRefreshed: t('not there yet at the last refresh: use *Refresh Models*'),
    leftOut: t('left out by VS Code: use *Developer: Reload Window*'),
    unknown: t('unknown whether the service lists it'),
  };
  const named = missing
    .slice(0, maxMissingNamed)
    .map(({ name, because }) => t('missing: {0}, {1}', cleanText(name), reasons[because]));
  const lines = [t('models added to it: {0}, listed: {1}', added, added - missing.length), ...named];
  const more = missing.length - named.length;
  return more > 0 ? [...lines, t('and {0} more', more)] : lines;
}
