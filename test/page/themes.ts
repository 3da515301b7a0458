import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** Light and Dark Modern, the high contrast themes, and the two that VS Code added later. */
export const themeNames = ['light', 'dark', 'hc-light', 'hc-dark', 'light-2026', 'dark-2026'] as const;

export type ThemeName = (typeof themeNames)[number];

interface Theme {
  bodyClass: string;
  colors: Record<string, string>;
}

// As VS Code gives them to a page on Linux.
const fonts = {
  '--vscode-font-family': 'system-ui, "Ubuntu", "Droid Sans", sans-serif',
  '--vscode-font-size': '13px',
  '--vscode-editor-font-family': '"Droid Sans Mono", "monospace", monospace',
  '--vscode-editor-font-size': '14px',
};

/** Does what VS Code does for its theme: variables on the root, a class on the body. */
export async function applyTheme(page: Page, name: ThemeName): Promise<void> {
  const file = path.join(import.meta.dirname, 'themes', `${name}.json`);
  const theme = JSON.parse(readFileSync(file, 'utf8')) as Theme;
  await page.evaluate(
    ({ bodyClass, values }) => {
      document.body.className = bodyClass;
      document.documentElement.removeAttribute('style');
      for (const [variable, value] of Object.entries(values)) {
        document.documentElement.style.setProperty(variable, value);
      }
    },
    { bodyClass: theme.bodyClass, values: { ...fonts, ...theme.colors } },
  );
}
