import * as vscode from 'vscode';
import { type Connection, hostOf } from '../../core/connections/connection.ts';
import type { DoneStep, FailureFacts } from '../../core/diagnosis/diagnosis.ts';
import type { Verdict } from '../../core/diagnosis/verdict.ts';
import { errorText } from '../shared/errors/errorText.ts';
import { networkText } from '../shared/errors/networkText.ts';
import { tlsText } from '../shared/errors/tlsText.ts';
import { codeText } from './networkStepText.ts';
import { remarkText } from './remarkText.ts';

type Owner = Pick<Connection, 'name' | 'baseUrl'>;

/** The result of a report: first the fault, then what to do. */
export function verdictText(verdict: Verdict, connection: Owner, redact: (words: string) => string): string {
  switch (verdict.is) {
    case 'stopped':
      return vscode.l10n.t('Stopped before the end. No problem was found until then.');
    case 'fault':
      return faultText(verdict.step, connection, redact);
    case 'remark':
      return `${worksText(verdict.hasChat)} ${remarkText(verdict.step, connection)}`;
    case 'fine':
      return worksText(verdict.hasChat);
  }
}

function worksText(hasChat: boolean): string {
  return hasChat
    ? vscode.l10n.t('Everything works.')
    : vscode.l10n.t('Everything that was tested works. No chat was tested.');
}

function faultText(step: DoneStep, connection: Owner, redact: (words: string) => string): string {
  const host = hostOf(connection.baseUrl);
  switch (step.name) {
    case 'route':
      return tlsText('CERTIFICATES_UNCHECKED', host);
    case 'proxy':
      return networkText('PROXY_UNREACHABLE', connection);
    case 'lookup':
      return vscode.l10n.t(
        'The name {0} was not found ({1}). Check the base URL, and whether you need a VPN or a proxy.',
        host,
        step.facts.ok ? '?' : codeText(step.facts.code),
      );
    case 'connect':
      return vscode.l10n.t(
        '{0} accepts no connections ({1}). Check that the service is running, the port, and whether you need a VPN or a proxy.',
        host,
        codeText(step.facts.tries[0]?.code ?? '?'),
      );
    case 'tls':
      if (step.facts.ok) return tlsText(step.facts.value.systemProblem, host);
      return step.facts.code === 'TIMEOUT'
        ? vscode.l10n.t('{0} accepts connections, but does not answer. Check the port.', host)
        : tlsText(step.facts.code, host);
    case 'key':
      return vscode.l10n.t('There is no API key for {0}. Use *Set API Key…*.', connection.name);
    case 'chat':
      return step.facts.error
        ? requestText(step.facts.error, connection, redact, step.facts.model)
        : vscode.l10n.t(
            'The chat was cut off: its answer has no end. A gateway may have closed it too early.',
          );
    case 'listLoras':
    case 'getLora':
    case 'listBaseModels':
    case 'getBaseModel':
      return requestText(step.facts.error, connection, redact);
    default:
      return vscode.l10n.t('The step “{0}” found a problem.', step.name);
  }
}

function requestText(
  error: FailureFacts | undefined,
  connection: Owner,
  redact: (words: string) => string,
  model?: string,
): string {
  if (!error) return vscode.l10n.t('Something is wrong.');
  const serverMessage = error.serverMessage && redact(error.serverMessage);
  const { text } = errorText({ ...error, serverMessage }, connection, model);
  const todo = todoText(error);
  return todo === undefined ? text : `${text} ${todo}`;
}

function todoText({ kind, code }: FailureFacts): string | undefined {
  switch (kind) {
    case 'noKey':
    case 'unauthorized':
      return vscode.l10n.t('Use *Set API Key…*.');
    case 'forbidden':
      return vscode.l10n.t("This key isn't allowed to do that: ask whoever issued it.");
    case 'notFound':
      return vscode.l10n.t('Check the base URL: the part before /api/v1.');
    case 'server':
    case 'protocol':
      return vscode.l10n.t('Give the request id to the people who run the service.');
    case 'timeout':
      return code === 'connect'
        ? vscode.l10n.t('Check whether you need a VPN or a proxy.')
        : vscode.l10n.t('Give the request id to the people who run the service.');
    default:
      return undefined;
  }
}
