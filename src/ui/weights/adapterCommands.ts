import * as vscode from 'vscode';
import type { AdapterRoutes, AdapterServer } from '../../api/index.ts';
import { ServiceError } from '../../api/serviceError.ts';
import { cleanText } from '../../core/cleanText.ts';
import { type Connection, isOpenAi } from '../../core/connections/connection.ts';
import type { KeptTests } from '../../core/weights/keptTests.ts';
import type { WeightsNotes } from '../../core/weights/weightsNotes.ts';
import { connectionIdFrom, pickAmong } from '../connections/pickConnection.ts';
import type { WindowServices } from '../models/windowServices.ts';
import { showError } from '../shared/errors/showError.ts';
import { askText } from '../shared/inputStep.ts';
import { isAgreed, sayBriefly, sayError, sayInfo, sayWarning, withoutIcons } from '../shared/messages.ts';
import { below, pickStep, type StepItem } from '../shared/pickStep.ts';
import { type QueryOptions, stoppable } from '../shared/stoppable.ts';
import { placeName } from '../shared/text/placeName.ts';
import { t } from '../shared/text/t.ts';

type Parts = Pick<WindowServices, 'connections' | 'catalogs' | 'clients'>;

interface AdapterItem extends StepItem {
  run?: () => Promise<void>;
}

/** *Load or Unload Adapters…* on a server of the user's own, which must have been allowed for it. Never on a hosting service. */
export class AdapterCommands {
  readonly #parts: Parts;
  readonly #notes: WeightsNotes;
  readonly #kept: KeptTests;
  readonly #test: (connection: Connection, name: string) => Promise<void>;

  /** `test`: offers to test an adapter's weights. */
  constructor(
    parts: Parts,
    kept: { notes: WeightsNotes; tests: KeptTests },
    test: (connection: Connection, name: string) => Promise<void>,
  ) {
    this.#parts = parts;
    this.#notes = kept.notes;
    this.#kept = kept.tests;
    this.#test = test;
  }

  async manage(from?: unknown): Promise<void> {
    const title = t('Load or Unload Adapters');
    const connection = await this.#chosen(from, title);
    if (!connection || !(await this.#isAllowed(connection))) return;
    try {
      const found = await stoppable(title, connection, async (options) => {
        const server = await this.#parts.clients.adapters(connection);
        return { server, routes: await server.routes(options) };
      });
      if (!found) return;
      const { server, routes } = found;
      if (routes) await this.#offer(title, connection, server, routes);
      else
        void sayInfo(
          t(
            '{0} does not load adapters while it runs. vLLM does with VLLM_ALLOW_RUNTIME_LORA_UPDATING=True and --enable-lora, SGLang with --enable-lora.',
            placeName(connection),
          ),
        );
    } catch (error) {
      await tellFailure(error, connection);
    }
  }

  async #chosen(from: unknown, title: string): Promise<Connection | undefined> {
    const { connections } = this.#parts;
    const id = connectionIdFrom(from);
    const own = connections.all.filter((one) => isOpenAi(one) && (id === undefined || one.id === id));
    if (own.length > 1) return pickAmong(own, title);
    if (own.length === 0)
      void sayInfo(t('Adapters can be loaded on an OpenAI-compatible server of your own only.'));
    return own[0];
  }

  /** Returns whether the user has allowed it for this connection, at the latest now. */
  async #isAllowed(connection: Connection): Promise<boolean> {
    if (this.#notes.of(connection, '', 'loading') === 'yes') return true;
    const question = t('Allow loading adapters on “{0}”?', cleanText(connection.name, 80));
    const detail = t(
      'Adapters on {0} can then be loaded, reloaded and unloaded from here. That changes the server for everyone who uses it: requests to an adapter that is unloaded fail, and a reloaded one answers with its new weights.',
      placeName(connection),
    );
    if (!(await isAgreed(question, detail, t('Allow Loading')))) return false;
    if (!this.#isStill(connection)) return false;
    this.#notes.set(connection, '', 'loading', 'yes');
    return true;
  }

  /** Says so if the connection was removed or has moved while a question was open. */
  #isStill({ id, baseUrl }: Connection): boolean {
    const now = this.#parts.connections.byId(id);
    if (now?.baseUrl === baseUrl && isOpenAi(now)) return true;
    void sayWarning(t('The connections have changed meanwhile. Nothing was sent.'));
    return false;
  }

  async #offer(
    title: string,
    connection: Connection,
    server: AdapterServer,
    routes: AdapterRoutes,
  ): Promise<void> {
    const loader = this.#parts.catalogs.loader(connection);
    await loader.refresh();
    const send = async (name: string, saying: string, call: (options: QueryOptions) => Promise<void>) => {
      if (!this.#isStill(connection)) return false;
      try {
        const isDone = await stoppable(saying, connection, async (options) => {
          await call(options);
          return true;
        });
        if (isDone) await this.#noteLoaded(connection, name);
        return isDone ?? false;
      } finally {
        await loader.refresh({ isNew: true });
      }
    };
    const icon = (id: string) => new vscode.ThemeIcon(id);
    const shown = (name: string) => withoutIcons(cleanText(name, 80));
    const load = async () => {
      const name = await askText({
        title,
        prompt: t('Name of the adapter, as requests will have it'),
        check: nonEmpty,
      });
      const path = name && (await this.#askPath(title, connection, name));
      if (!path) return;
      const saying = t('Loading {0}', cleanText(name, 80));
      if (await send(name, saying, (options) => server.load(routes, name, path, options)))
        sayBriefly(t('{0} was loaded on {1}.', cleanText(name, 80), connection.name));
    };
    const reload = async (name: string, root: string | undefined) => {
      const path = await this.#askPath(title, connection, name, root);
      if (!path) return;
      const saying = t('Reloading {0}', cleanText(name, 80));
      if (await send(name, saying, (options) => server.reload(routes, name, path, options)))
        await this.#test(connection, name);
    };
    const unload = async (name: string) => {
      const question = t('Unload “{0}”?', cleanText(name, 80));
      const detail = t(
        'Requests to it on {0} fail until it is loaded again. Its files stay where they are.',
        placeName(connection),
      );
      if (!(await isAgreed(question, detail, t('Unload'), t('Keep Loaded')))) return;
      const saying = t('Unloading {0}', cleanText(name, 80));
      if (await send(name, saying, (options) => server.unload(routes, name, options)))
        sayBriefly(t('{0} was unloaded on {1}.', cleanText(name, 80), connection.name));
    };
    const rows = this.#parts.catalogs
      .of(connection)
      .loras.flatMap(({ name, activeDeployment }): AdapterItem[] => [
        {
          ...{ label: t('Reload {0}', shown(name)), iconPath: icon('refresh') },
          description: withoutIcons(cleanText(activeDeployment?.modelName ?? '', 200)),
          run: () => reload(name, activeDeployment?.modelName),
        },
        { label: t('Unload {0}…', shown(name)), iconPath: icon('debug-disconnect'), run: () => unload(name) },
      ]);
    const forbid = async () => this.#notes.set(connection, '', 'loading', 'no');
    const items: AdapterItem[] = [
      { label: t('Load Adapter…'), iconPath: icon('add'), run: load },
      ...below<AdapterItem>(t('loaded'), rows),
      ...below<AdapterItem>(t('this connection'), [
        { label: t('Forbid Loading'), iconPath: icon('lock'), run: forbid },
      ]),
    ];
    const placeholder = t('What happens here happens to everyone who uses {0}', placeName(connection));
    const chosen = await pickStep<AdapterItem>({ title, placeholder }, items);
    if (chosen && chosen !== 'back') await chosen.run?.();
  }

  /** Shows the last path of that name, or where the server has it from. */
  async #askPath(
    title: string,
    connection: Connection,
    name: string,
    root?: string,
  ): Promise<string | undefined> {
    const path = await askText({
      title,
      prompt: t('Where {0} is: a folder on the server, or an id at its hub', cleanText(name, 80)),
      value: this.#notes.of(connection, name, 'path') ?? root,
      check: nonEmpty,
    });
    if (path) this.#notes.set(connection, name, 'path', path);
    return path;
  }

  /** What answers to the name from now on is another deployment. */
  async #noteLoaded(connection: Connection, name: string): Promise<void> {
    this.#notes.renew(connection, name);
    const earlier = await this.#kept.read(connection, name);
    if (earlier) await this.#kept.keep(connection, name, { ...earlier, isReloaded: true });
  }
}

function nonEmpty(text: string): string | undefined {
  return text.trim() === '' ? t('Enter something.') : undefined;
}

/** What a server refuses, it alone can explain: "not found" is an adapter's folder, and no entry of ours. */
async function tellFailure(error: unknown, connection: Connection): Promise<void> {
  const { kind, serverMessage } = error instanceof ServiceError ? error : {};
  if (serverMessage && (kind === 'notFound' || kind === 'badRequest'))
    void sayError(t('{0} refused: {1}', cleanText(connection.name, 80), cleanText(serverMessage, 400)));
  else await showError(error, connection);
}
