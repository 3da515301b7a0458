import type { Creator, LoraDeployment, Model } from '../../api/types.ts';
import { type CsvCell, type CsvRow, csvText } from '../csvText.ts';
import { createdMs } from '../sensibleTime.ts';

type Row = { model: Model; deployment: LoraDeployment; creator: Creator };

/** All fields of interface-spec 2 except the kind. */
const columns: readonly [name: string, cell: (row: Row) => CsvCell][] = [
  ['name', ({ model }) => model.name],
  ['unit_price', ({ model }) => model.unitPrice],
  ['deployed', ({ model }) => model.activeDeployment !== undefined],
  ['base_model_name', ({ deployment }) => deployment.baseModelName],
  ['created_at', ({ deployment }) => utcTime(deployment.createdAt)],
  ['model_name', ({ deployment }) => deployment.modelName],
  ['model_source', ({ deployment }) => deployment.modelSource],
  ['hub_revision', ({ deployment }) => deployment.hubRevision],
  ['creator_actor_type', ({ creator }) => creator.actorType],
  ['creator_api_key_name', ({ creator }) => creator.apiKeyName],
  ['creator_first_name', ({ creator }) => creator.user?.firstName],
  ['creator_last_name', ({ creator }) => creator.user?.lastName],
  ['creator_email', ({ creator }) => creator.user?.email],
  ['creator_profile_image_url', ({ creator }) => creator.user?.profileImageUrl],
];

/** Returns CSV for a spreadsheet, one model per row: times are ISO 8601 in UTC; missing values are empty. */
export function modelsCsv(models: readonly Model[]): string {
  const rows = models.map((model): CsvRow => {
    const deployment: LoraDeployment = model.activeDeployment ?? {};
    const row = { model, deployment, creator: deployment.creator ?? {} };
    return [model.kind === 'lora' ? 'lora' : 'base_model', ...columns.map(([, cell]) => cell(row))];
  });
  return csvText([['kind', ...columns.map(([name]) => name)], ...rows]);
}

/** Returns the time in ISO 8601. Seconds that make no sense stay the original number. */
function utcTime(createdAt: number | undefined): CsvCell {
  const ms = createdMs(createdAt);
  return ms === undefined ? createdAt : new Date(ms).toISOString().replace('.000Z', 'Z');
}

/** `listedAt`: in Unix milliseconds. */
interface ExportFacts {
  connection: { name: string; baseUrl: string };
  listedAt: number | undefined;
  filter: string;
}

/**
 * Returns the models as objects of interface-spec 2, with the service's own names and units, so that a script written for the
 * service's lists can read `loras` and `base_models` of this file too.
 */
export function modelsJson(models: readonly Model[], { connection, listedAt, filter }: ExportFacts): string {
  const of = (kind: Model['kind']) => models.filter((model) => model.kind === kind).map(wireModel);
  const whole = {
    connection: { name: connection.name, base_url: connection.baseUrl },
    listed_at: listedAt === undefined ? undefined : new Date(listedAt).toISOString(),
    filter: filter === '' ? undefined : filter,
    loras: of('lora'),
    base_models: of('baseModel'),
  };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

/** Returns a model as an object of interface-spec 2. */
export function wireModel({ name, unitPrice, activeDeployment }: Model): Record<string, unknown> {
  const deployment: LoraDeployment | undefined = activeDeployment;
  const { creator } = deployment ?? {};
  const { apiKeyName, user } = creator ?? {};
  return {
    name,
    unit_price: unitPrice,
    active_deployment: deployment && {
      base_model_name: deployment.baseModelName,
      created_at: deployment.createdAt,
      creator: creator && {
        actor_type: creator.actorType,
        api_key: apiKeyName === undefined ? undefined : { name: apiKeyName },
        user: user && {
          first_name: user.firstName,
          last_name: user.lastName,
          email: user.email,
          profile_image_url: user.profileImageUrl,
        },
      },
      model_name: deployment.modelName,
      model_source: deployment.modelSource,
      hub_revision: deployment.hubRevision,
    },
  };
}
