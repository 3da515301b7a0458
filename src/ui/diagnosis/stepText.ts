import * as vscode from 'vscode';
import { cleanText } from '../../core/cleanText.ts';
import {
  type AllFacts,
  mostMissingNamed,
  type RouteFacts,
  type SkipReason,
  type Step,
  type StepName,
  type WhyMissing,
} from '../../core/diagnosis/diagnosis.ts';
import { daysLeft } from '../../core/diagnosis/networkSteps.ts';
import { shortDate } from '../shared/text/time.ts';

/** Applied to all text written by others. */
export type Redact = (words: string) => string;

/** Name of a step, in the report and while it runs. */
export function stepLabel(name: StepName): string {
  const labels: Record<StepName, string> = {
    place: vscode.l10n.t('Extension'),
    address: vscode.l10n.t('Address'),
    route: vscode.l10n.t('Route'),
    proxy: vscode.l10n.t('Proxy'),
    lookup: vscode.l10n.t('Name resolution'),
    connect: vscode.l10n.t('Connection'),
    tls: vscode.l10n.t('Certificate'),
    key: vscode.l10n.t('API key'),
    listLoras: vscode.l10n.t('List LoRAs'),
    listBaseModels: vscode.l10n.t('List base models'),
    getLora: vscode.l10n.t('Get a LoRA'),
    getBaseModel: vscode.l10n.t('Get a base model'),
    chat: vscode.l10n.t('Chat'),
    vscodeChat: vscode.l10n.t("VS Code's chat"),
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
    proxied: vscode.l10n.t("doesn't apply where a proxy is used"),
    unencrypted: vscode.l10n.t('not used with http:'),
    unreachable: vscode.l10n.t("the service can't be reached"),
    noKey: vscode.l10n.t('there is no API key'),
    refusedKey: vscode.l10n.t('the API key was refused'),
    noModel: vscode.l10n.t('there is no such model'),
    notWanted: vscode.l10n.t('not wanted'),
    noneAdded: vscode.l10n.t('no model was added to it'),
    stopped: vscode.l10n.t('stopped'),
  };
  return texts[because];
}

type FactLines = { [F in keyof AllFacts]: (fact: AllFacts[F], redact: Redact) => string[] };

/** The lines of each fact, in the order of a report. */
const factLines: FactLines = {
  place: (lines) => [...lines],
  baseUrl: (baseUrl) => [baseUrl],
  route: routeLines,
  addresses: (addresses) => addresses.map(({ address, family }) => `${address} (IPv${family})`),
  tries: (tries) =>
    tries.map(({ address, family, port, code = vscode.l10n.t('connected') }) =>
      family === 6 ? `[${address}]:${port} ${code}` : `${address}:${port} ${code}`,
    ),
  certificate: certificateLines,
  key: keyLines,
  model: (model) => [cleanText(model)],
  answer: ({ status, headersMs, way, requestId }, redact) => {
    const parts = [String(status), vscode.l10n.t('headers after {0} ms', Math.round(headersMs))];
    if (way) parts.push(way === 'undici' ? 'undici' : vscode.l10n.t("VS Code's fetch"));
    if (requestId) parts.push(redact(requestId));
    return [parts.join(', ')];
  },
  content: ({ entries, bytes }) => {
    const size = vscode.l10n.t('{0} KB', Math.ceil(bytes / 1024));
    return [entries === undefined ? size : `${vscode.l10n.t('entries: {0}', entries)}, ${size}`];
  },
  skippedEntries: (count) => [vscode.l10n.t('entries that could not be read: {0}', count)],
  chat: chatLines,
  omitted: (fields) =>
    fields.length > 0 ? [vscode.l10n.t('fields it refused: {0}', fields.join(', '))] : [],
  retries: (retries) => [vscode.l10n.t('tried again: {0}', retries)],
  vscodeChat: vscodeChatLines,
};

const factNames = Object.keys(factLines) as (keyof AllFacts)[];

function routeLines({ network, decision, isUnchecked }: RouteFacts): string[] {
  const { reason, proxy = '?', variable } = decision;
  const throughProxy = vscode.l10n.t(
    "through the proxy {0} ({1}), by VS Code's network",
    proxy,
    variable ?? 'http.proxy',
  );
  const routes: Record<typeof reason, string> = {
    off: vscode.l10n.t('directly: http.proxySupport is off'),
    loopback: vscode.l10n.t('directly, to this machine'),
    none: vscode.l10n.t('directly: no proxy is configured'),
    exception: vscode.l10n.t('not through the proxy {0}: {1} excludes it', proxy, variable ?? 'http.noProxy'),
    setting: throughProxy,
    environment: throughProxy,
  };
  const route = network === 'direct' ? vscode.l10n.t('directly, bypassing every proxy') : routes[reason];
  const lines = [`${network}: ${route}`];
  if (!isUnchecked) return lines;
  return [...lines, vscode.l10n.t("VS Code's network is not used: NODE_TLS_REJECT_UNAUTHORIZED is 0")];
}

function certificateLines(certificate: AllFacts['certificate'], redact: Redact): string[] {
  const { protocol, subject, issuer, validFrom = 0, validTo, nodeProblem, systemProblem } = certificate;
  const given = (name: string | undefined) =>
    name === undefined ? vscode.l10n.t('not given') : redact(name);
  const lines = [
    ...(protocol === undefined ? [] : [protocol]),
    vscode.l10n.t('for {0}', given(subject)),
    vscode.l10n.t('issued by {0}', given(issuer)),
  ];
  if (validFrom > Date.now()) lines.push(vscode.l10n.t('valid only from {0}', shortDate(validFrom)));
  else if (validTo === undefined) lines.push(vscode.l10n.t('no end date given'));
  else {
    const left = daysLeft(certificate, Date.now()) ?? 0;
    lines.push(vscode.l10n.t('valid until {0}, days left: {1}', shortDate(validTo), left));
  }
  if (nodeProblem === undefined) return [...lines, vscode.l10n.t('trusted')];
  // Otherwise the step failed, and its failure follows.
  return systemProblem === undefined
    ? [...lines, vscode.l10n.t("trusted by the system, not by Node's own certificates ({0})", nodeProblem)]
    : lines;
}

function keyLines({ source, headers }: AllFacts['key']): string[] {
  const texts: Record<NonNullable<typeof source>, string> = {
    store: vscode.l10n.t("from VS Code's secret store"),
    window: vscode.l10n.t("kept for this window only: VS Code's secret store did not keep it"),
    environment: vscode.l10n.t('from HOSTED_MODELS_API_KEY'),
  };
  const lines = [source ? texts[source] : vscode.l10n.t('none for this address')];
  return headers > 0 ? [...lines, vscode.l10n.t('further headers: {0}', headers)] : lines;
}

function chatLines(chat: AllFacts['chat'], redact: Redact): string[] {
  const { pieces, figures, state, finishReason, reasoningMs, error } = chat;
  const { ttftMs, promptTokens, completionTokens = 0, isEstimated } = figures;
  const lines: string[] = [];
  if (ttftMs !== undefined) {
    if (pieces === undefined) lines.push(vscode.l10n.t('not streamed: one JSON answer'));
    else if (figures.tokensPerSecond === undefined) {
      lines.push(vscode.l10n.t('streamed, but it all came at once'));
    } else lines.push(vscode.l10n.t('streamed in {0} pieces', pieces));
    lines.push(vscode.l10n.t('first token after {0} ms', ttftMs));
  }
  if (reasoningMs !== undefined) lines.push(vscode.l10n.t('with reasoning'));
  if (error) return lines;
  lines.push(
    promptTokens === undefined || isEstimated
      ? vscode.l10n.t('tokens: not given')
      : vscode.l10n.t('tokens: {0} sent, {1} answered', promptTokens, completionTokens),
  );
  if (state === 'cut') return [...lines, vscode.l10n.t('cut off: the answer has no end')];
  const end = finishReason === undefined ? '[DONE]' : redact(cleanText(finishReason, 40));
  return [...lines, vscode.l10n.t('ended by {0}', end)];
}

function vscodeChatLines({ added, missing }: AllFacts['vscodeChat']): string[] {
  if (!missing) return [vscode.l10n.t('models added to it: {0}', added), vscode.l10n.t('no answer in time')];
  const reasons: Record<WhyMissing, string> = {
    notInService: vscode.l10n.t(
      'not listed by the service: correct its name in the setting hostedModels.nativeChat.models, or remove it there',
    ),
    notRefreshed: vscode.l10n.t('not there yet at the last refresh: use *Refresh Models*'),
    leftOut: vscode.l10n.t('left out by VS Code: use *Developer: Reload Window*'),
    unknown: vscode.l10n.t('unknown whether the service lists it'),
  };
  const named = missing
    .slice(0, mostMissingNamed)
    .map(({ name, because }) => vscode.l10n.t('missing: {0}, {1}', cleanText(name), reasons[because]));
  const lines = [
    vscode.l10n.t('models added to it: {0}, listed: {1}', added, added - missing.length),
    ...named,
  ];
  const more = missing.length - named.length;
  return more > 0 ? [...lines, vscode.l10n.t('and {0} more', more)] : lines;
}
