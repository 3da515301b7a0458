import * as v from 'valibot';
import * as vscode from 'vscode';
import { isLoopback } from '../../api/config/baseUrl.ts';
import type { RetryWait } from '../../api/index.ts';
import { probeConnect, probeLookup, probeTls } from '../../api/probe/networkProbe.ts';
import { isUncheckedByHost } from '../../api/transport/hostTransport.ts';
import { raceAbort } from '../../base/raceAbort.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { Diagnosis, StepName, VscodeChatModels } from '../../core/diagnosis/diagnosis.ts';
import { runDiagnosis, systemText } from '../../core/diagnosis/runDiagnosis.ts';
import { offerId } from '../../core/languageModels/offers.ts';
import { findModel } from '../../core/models/catalog.ts';
import { chosenConnection } from '../connections/pickConnection.ts';
import { hidingNow } from '../models/hidingSettings.ts';
import type { WindowServices } from '../models/windowServices.ts';
import { waitText } from '../shared/errors/waitText.ts';
import { parsed } from '../shared/parsed.ts';
import type { ReadOnlyDocuments } from '../shared/readOnlyDocuments.ts';
import { cancellable } from '../shared/stoppable.ts';
import { t } from '../shared/text/t.ts';
import { describeProxy, transportSetting } from '../shared/transportSetting.ts';
import { diagnosisLenses, diagnosisText } from './diagnosisReport.ts';
import { type LatestReport, reportIssue } from './issueReport.ts';
import { pickChatModel } from './pickChatModel.ts';
import { stepLabel } from './stepText.ts';

/** In ms. VS Code asks one extension after the other, and none of them with a limit. */
const answerMs = 8000;

/** What of this connection is in VS Code's chat, for a diagnosis. */
function vscodeChatModels(
  { offered, catalogs }: Pick<WindowServices, 'offered' | 'catalogs'>,
  connection: Connection,
  signal: AbortSignal,
): VscodeChatModels {
  const offers = offered.all.filter(({ connectionId }) => connectionId === connection.id);
  /** Whatever VS Code fails with must not cost the report. */
  const inTime = async <T>(ask: () => PromiseLike<T>): Promise<T | undefined> => {
    try {
      return await raceAbort(ask(), AbortSignal.any([signal, AbortSignal.timeout(answerMs)]));
    } catch {
      return undefined;
    }
  };
  return {
    added: offers.map(({ name }) => name),
    ask: async () => {
      // This loads what was kept of the catalogs.
      const models = await inTime(() => vscode.lm.selectChatModels({ vendor: 'hosted-models' }));
      const ids = models && new Set(models.map(({ id }) => id));
      const accounts = await inTime(() => vscode.authentication.getAccounts('github'));
      const catalog = catalogs.of(connection);
      const known = offers.flatMap(({ name }) => findModel(catalog, name) ?? []);
      return {
        listed: ids && new Set(offers.filter((offer) => ids.has(offerId(offer))).map(({ name }) => name)),
        offered: new Set(known.map(({ name }) => name)),
        hiding: hidingNow(vscode.workspace),
        limits: known.flatMap((model) => {
          const { size, limit } = offered.sizeOf(catalog, { ...model, connectionId: connection.id });
          const { name, kind } = model;
          return limit === undefined ? [] : [{ name, kind, context: size.context, limit }];
        }),
        isSignedIn: accounts && accounts.length > 0,
      };
    },
  };
}

const manifest = v.object({ version: v.string() });

/** Where the extension runs, in lines. */
function placeLines({ extensionKind, packageJSON }: vscode.Extension<unknown>): string[] {
  const { appName, remoteName, uiKind } = vscode.env;
  const isRemote = remoteName !== undefined && extensionKind === vscode.ExtensionKind.Workspace;
  let place = t('on this machine');
  if (uiKind === vscode.UIKind.Web) place = t('on the server of this browser');
  else if (isRemote) place = t('on the remote side ({0})', remoteName);
  else if (remoteName) place = t('on this machine, in a remote window ({0})', remoteName);
  const version = parsed(manifest, packageJSON)?.version ?? '?';
  const editor = `${appName} ${vscode.version}, Node ${process.versions.node}`;
  return [`Hosted Models ${version}`, editor, place, systemText()];
}

interface Parts extends Pick<WindowServices, 'connections' | 'catalogs' | 'keys' | 'clients' | 'offered'> {
  extension: vscode.Extension<unknown>;
  documents: Pick<ReadOnlyDocuments, 'open'>;
}

/** A chat whose answer failed; its model comes first. */
const chatArgument = v.object({ name: v.string() });

/** Timeout of each network probe, in ms. */
const probeMs = 8000;

/** *Diagnose Connection* and *Report Issue…*, which can include the latest diagnosis. */
export class DiagnosisCommands {
  readonly #parts: Parts;
  #latest: LatestReport | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Resolves when the report is open, or if the user chooses no connection. */
  async diagnose(from?: unknown): Promise<void> {
    const { connections } = this.#parts;
    const connection = await chosenConnection(connections, from, t('Diagnose Connection'));
    if (connection)
      await this.#show(connection, await this.#run(connection, parsed(chatArgument, from)?.name));
  }

  async reportIssue(): Promise<void> {
    const { extension, connections } = this.#parts;
    const diagnose = () => this.diagnose().then(() => this.#latest);
    await reportIssue({
      extension,
      place: placeLines(extension),
      latest: this.#latest,
      diagnose: connections.all.length > 0 ? diagnose : undefined,
    });
  }

  #run(connection: Connection, preferred: string | undefined): Thenable<Diagnosis> {
    const { extension, keys, clients, catalogs } = this.#parts;
    const url = new URL(connection.baseUrl);
    const network = transportSetting.value;
    const isUnchecked = network !== 'direct' && !isLoopback(url) && isUncheckedByHost(url);
    const title = t('Diagnose {0}', cleanText(connection.name, 60));
    return cancellable(title, (say, signal) => {
      const options = { signal, timeoutMs: probeMs };
      let running: StepName = 'place';
      const report = (wait?: RetryWait) => {
        const label = t('{0}…', stepLabel(running));
        say(wait ? `${label} ${waitText(wait)}` : label);
      };
      return runDiagnosis({
        connection,
        place: placeLines(extension),
        route: { network, decision: describeProxy(url, process.env), isUnchecked },
        probes: {
          lookup: (host) => probeLookup(host, options),
          connect: (target) => probeConnect(target, options),
          handshake: (target) => probeTls(target, options),
        },
        key: async () => ({
          source: await keys.source(connection),
          headers: Object.keys(await keys.headers(connection)).length,
        }),
        // A separate client that has not learned yet what the service refuses.
        client: clients.trial(connection, () => keys.apiKey(connection)),
        // If the service lists none now, perhaps because that fails, the models that it had may still chat.
        chooseModel: (listed) => {
          say('');
          const hasAny = listed.loras.length + listed.baseModels.length > 0;
          return pickChatModel(hasAny ? listed : catalogs.of(connection), { title, preferred, signal });
        },
        vscodeChat: vscodeChatModels(this.#parts, connection, signal),
        signal,
        onWait: report,
        onStep: (name) => {
          running = name;
          report();
        },
      });
    });
  }

  async #show(connection: Connection, diagnosis: Diagnosis): Promise<void> {
    const { keys, documents } = this.#parts;
    const headers = Object.values(await keys.headers(connection));
    const apiKey = await keys.apiKey(connection);
    const text = diagnosisText(diagnosis, apiKey === undefined ? headers : [apiKey, ...headers]);
    this.#latest = { connection: cleanText(connection.name, 60), at: diagnosis.startedAt, text };
    const fileName = `${t('Diagnosis of {0}', cleanText(connection.name, 60))}.md`;
    const lenses = diagnosisLenses(diagnosis, connection.id);
    await documents.open(`diagnosis ${connection.id}`, fileName, text, {}, lenses);
  }
}
