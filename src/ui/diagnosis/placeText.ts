import * as vscode from 'vscode';
import type { ProxyDecision } from '../../core/connections/proxyDecision.ts';
import type { PlaceFacts, RouteFacts } from '../../core/diagnosis/diagnosis.ts';

export function placeLines(facts: PlaceFacts): string[] {
  const { extensionVersion, application, vscodeVersion, system, node } = facts;
  return [
    `Hosted Models ${extensionVersion}`,
    `${application} ${vscodeVersion}, Node ${node}`,
    placeText(facts),
    system,
  ];
}

function placeText({ runs, remoteName }: PlaceFacts): string {
  switch (runs) {
    case 'server':
      return vscode.l10n.t('on the server of this browser');
    case 'remote':
      return vscode.l10n.t('on the remote side ({0})', remoteName ?? '?');
    case 'local':
      return remoteName === undefined
        ? vscode.l10n.t('on this machine')
        : vscode.l10n.t('on this machine, in a remote window ({0})', remoteName);
  }
}

export function routeLines({ network, decision, isUnchecked }: RouteFacts): string[] {
  const way = `${network}: ${wayText(network, decision)}`;
  if (!isUnchecked) return [way];
  return [
    way,
    vscode.l10n.t(
      "nothing is sent through VS Code's network, which would accept any certificate (NODE_TLS_REJECT_UNAUTHORIZED is 0)",
    ),
  ];
}

function wayText(network: RouteFacts['network'], decision: ProxyDecision): string {
  if (network === 'direct') return vscode.l10n.t('directly, bypassing every proxy');
  const { isProxied, proxy = '?' } = decision;
  if (isProxied) {
    return decision.reason === 'environment'
      ? vscode.l10n.t("VS Code's network, through the proxy {0} ({1})", proxy, decision.variable ?? '?')
      : vscode.l10n.t("VS Code's network, through the proxy {0} (http.proxy)", proxy);
  }
  if (decision.reason === 'loopback') return vscode.l10n.t('directly, to this machine');
  const why = whyNoProxy(decision);
  return network === 'vscode'
    ? vscode.l10n.t("VS Code's network; {0}", why)
    : vscode.l10n.t("directly, else VS Code's network; {0}", why);
}

function whyNoProxy({ reason, proxy = '?', variable }: ProxyDecision): string {
  switch (reason) {
    case 'off':
      return vscode.l10n.t('http.proxySupport is off');
    case 'exception':
      return vscode.l10n.t('not through the proxy {0}: {1} excludes it', proxy, variable ?? 'http.noProxy');
    default:
      return vscode.l10n.t('no proxy is configured');
  }
}
