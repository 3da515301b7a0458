const others = ['src/ui/commands.ts', 'src/webview/shared/l10n.ts', 'src/extension.ts'];
const packagesOfApi = ['undici/lib/dispatcher/agent.js', 'eventsource-parser', 'eventsource-parser/stream'];
const packagesOfPromptSets = ['csv-parse', 'yaml', '@cfworker/json-schema'];

/**
 * CONTRIBUTING.md, "Layers": what each layer may import, tried from a file in each of the `places`, of which there is one for each
 * depth.
 */
export const layerTable: { layer: string; places: string[]; allowed: string[]; forbidden: string[] }[] = [
  {
    layer: 'base',
    places: ['src/base'],
    allowed: ['src/base/clock.ts'],
    forbidden: [
      ...[...packagesOfApi, ...packagesOfPromptSets, 'undici', 'valibot', 'vscode', 'preact'],
      ...['node:timers', 'node:fs/promises', 'fs', 'src/api/types.ts', 'src/core/models/catalog.ts'],
      ...['src/protocol/chat.ts', ...others],
    ],
  },
  {
    layer: 'api',
    places: ['src/api', 'src/api/chat'],
    allowed: [
      ...[...packagesOfApi, 'valibot', 'node:http', 'node:fs/promises'],
      ...['src/api/types.ts', 'src/api/answer/readJson.ts', 'src/base/clock.ts'],
    ],
    forbidden: [
      ...['undici', 'vscode', 'marked', 'preact', 'fs'],
      ...['src/core/models/catalog.ts', 'src/protocol/chat.ts', ...others],
    ],
  },
  {
    layer: 'core',
    places: ['src/core', 'src/core/diagnosis', 'src/core/chats', 'src/core/chats/tree'],
    allowed: [
      ...['valibot', 'node:fs/promises', 'src/api/types.ts', 'src/api/serviceError.ts'],
      ...['src/api/config/baseUrl.ts', 'src/base/clock.ts'],
      ...['src/core/cleanText.ts', 'src/core/models/catalog.ts'],
    ],
    forbidden: [
      ...['vscode', 'undici', ...packagesOfApi, 'fs', 'src/api/index.ts', 'src/api/serviceClient.ts'],
      ...['src/api/chat/openChat.ts', 'src/api/transport/callScope.ts', 'src/protocol/chat.ts', ...others],
      ...packagesOfPromptSets,
    ],
  },
  {
    layer: 'promptSets of core',
    places: ['src/core/promptSets/file'],
    allowed: [
      ...[...packagesOfPromptSets, 'valibot', 'node:fs/promises', 'src/api/types.ts'],
      ...['src/core/cleanText.ts', 'src/api/chat/batchWire.ts'],
    ],
    forbidden: [
      'vscode',
      'src/api/chat/chatRequestWire.ts',
      'undici',
      ...packagesOfApi,
      'src/api/index.ts',
      'src/protocol/chat.ts',
      ...others,
    ],
  },
  {
    layer: 'protocol',
    places: ['src/protocol'],
    allowed: ['src/core/chats/tree/conversation.ts', 'src/protocol/chat.ts', 'valibot'],
    forbidden: ['vscode', 'src/api/types.ts', 'node:fs', ...others],
  },
  {
    layer: 'cli',
    places: ['src/cli'],
    allowed: [
      ...['src/base/clock.ts', 'src/core/cleanText.ts', 'src/core/promptSets/index.ts', 'valibot'],
      ...['src/api/types.ts', 'src/api/transport/hostTransport.ts', 'node:util', 'src/cli/runCommand.ts'],
    ],
    forbidden: [
      ...['vscode', 'undici', ...packagesOfApi, ...packagesOfPromptSets, 'fs', 'src/api/index.ts'],
      ...['src/api/transport/undiciTransport.ts', 'src/protocol/chat.ts', ...others],
    ],
  },
  {
    layer: 'ui',
    places: ['src/ui', 'src/ui/models', 'src/ui/models/view', 'src/ui/chats/attachments'],
    allowed: [
      ...['vscode', 'valibot', 'src/core/models/catalog.ts', 'src/api/index.ts', 'src/protocol/chat.ts'],
      ...['src/base/clock.ts', 'src/ui/environment.ts'],
    ],
    forbidden: [
      ...['undici', 'undici/lib/dispatcher/agent.js', 'marked', 'preact'],
      ...['src/webview/shared/l10n.ts', 'src/extension.ts'],
    ],
  },
  {
    layer: 'webview',
    places: ['src/webview/chat', 'src/webview/chat/attachments', 'src/webview/markdown/parse'],
    allowed: [
      ...['src/protocol/chat.ts', 'src/webview/shared/l10n.ts', 'src/webview/chat/chatModel.ts'],
      ...['src/api/config/baseUrl.ts', 'src/base/invisible.ts', 'src/base/debounce.ts'],
      ...['preact', 'preact/hooks', 'marked'],
    ],
    forbidden: [
      ...['vscode', 'undici', 'valibot', ...packagesOfApi.slice(0, 2)],
      ...['node:fs', 'node:fs/promises', 'fs', 'fs/promises', 'path'],
      ...[
        'src/core/chats/tree/conversation.ts',
        'src/core/cleanText.ts',
        'src/api/types.ts',
        'src/api/config/headerRules.ts',
        'src/ui/commands.ts',
        'src/extension.ts',
      ],
    ],
  },
  {
    layer: 'extension.ts',
    places: ['src/extension.ts'],
    allowed: [
      ...['vscode', 'node:path', 'src/ui/commands.ts', 'src/core/models/catalog.ts', 'src/api/index.ts'],
      ...['src/base/clock.ts', 'src/protocol/chat.ts'],
    ],
    forbidden: ['src/webview/shared/l10n.ts'],
  },
];

/** The forms of an import, each in its own lines. `id` makes the names unique in a file. */
export const importForms: Record<string, (specifier: string, id: number) => string> = {
  import: (specifier, id) => `import { x as x${id} } from '${specifier}';\n\nexport const y${id} = x${id};\n`,
  'type import': (specifier, id) =>
    `import type { X as X${id} } from '${specifier}';\n\nexport type Y${id} = X${id};\n`,
  'import()': (specifier, id) => `export const load${id} = () => import('${specifier}');\n`,
  'export from': (specifier, id) => `export { x as x${id} } from '${specifier}';\n`,
};
