import * as v from 'valibot';
import { readJson } from './sources.ts';

const item = v.object({
  command: v.optional(v.string()),
  submenu: v.optional(v.string()),
  when: v.optional(v.string()),
  group: v.optional(v.string()),
});
const icon = v.optional(v.union([v.string(), v.object({ light: v.string(), dark: v.string() })]));
const manifestSchema = v.object({
  icon: v.string(),
  main: v.string(),
  l10n: v.optional(v.string()),
  engines: v.object({ vscode: v.string() }),
  devDependencies: v.record(v.string(), v.string()),
  contributes: v.object({
    viewsContainers: v.record(v.string(), v.array(v.object({ id: v.string(), icon: v.string() }))),
    views: v.record(v.string(), v.array(v.object({ id: v.string(), icon: v.string() }))),
    viewsWelcome: v.array(v.object({ view: v.string(), contents: v.string() })),
    walkthroughs: v.array(
      v.object({
        id: v.string(),
        steps: v.array(
          v.object({
            description: v.string(),
            media: v.object({ svg: v.string(), altText: v.string() }),
            completionEvents: v.array(v.string()),
          }),
        ),
      }),
    ),
    commands: v.array(
      v.object({
        command: v.string(),
        title: v.string(),
        category: v.string(),
        icon,
      }),
    ),
    submenus: v.array(v.object({ id: v.string(), label: v.string() })),
    menus: v.record(v.string(), v.array(item)),
    keybindings: v.array(v.object({ command: v.string(), when: v.string() })),
    configuration: v.object({
      properties: v.record(v.string(), v.object({ scope: v.string(), markdownDescription: v.string() })),
    }),
  }),
});

export const json = readJson('package.json');
export const manifest = v.parse(manifestSchema, json);
export const texts = v.parse(v.record(v.string(), v.string()), readJson('package.nls.json'));
export const { contributes } = manifest;

/** A command's title as people read it. */
export function titleOf(id: string): string {
  const title = contributes.commands.find((one) => one.command === id)?.title ?? '';
  return texts[title.slice(1, -1)] ?? title;
}
