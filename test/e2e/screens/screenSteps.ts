import type { Fault, RunningService } from '../../service/service.ts';
import type { Driver } from '../../workbench/driver.ts';
import type { HostedModels } from '../hostedModels.ts';

/** Does something in the workbench, or waits until it shows something. */
export type Show = (app: HostedModels) => Promise<unknown>;

type Text = string | RegExp;

function step<A extends unknown[]>(act: (window: Driver, ...args: A) => Promise<unknown>) {
  return (...args: A): Show =>
    ({ workbench }) =>
      act(workbench, ...args);
}
const row = (window: Driver, name: string) => window.treeItem(name, 'Models').first();
const view = (window: Driver) => window.view('Models');
const editor = (window: Driver) => window.page.locator('.part.editor');

// What the Models view shows,
export const seen = step((window, text: Text) => view(window).getByText(text).first().waitFor());
export const listed = step((window, name: string) => row(window, name).waitFor());
export const unlisted = step((window, name: string) => row(window, name).waitFor({ state: 'detached' }));
export const found = step((window, name: string) => window.scrollTo(name, 'Models'));
// a quick input, a dialog, a message, a menu, a hover,
export const asked = step((window, text: Text) => window.quickInputSaying(text).waitFor());
export const offered = step((window, item: string) => window.pickItem(item).waitFor());
export const questioned = step((window, text: Text) => window.dialog.getByText(text).waitFor());
export const told = step((window, text: Text) => window.notification(text).waitFor());
export const entry = step((window, name: string) => window.menuItem(name).waitFor());
export const hovered = step((window, text: string) =>
  window.page.locator('.monaco-hover:visible').getByText(text).first().waitFor(),
);
// and an editor, or a page of details once it has what the service says now.
export const tab = step((window, title: Text) => window.editorTab(title).first().waitFor());
export const written = step((window, text: Text) => editor(window).getByText(text).first().waitFor());
export const detailed = step(async (window, text: Text = /Retrieved at/u) => {
  const page = await window.webview('[data-page=details] h1');
  await page.getByText(text).first().waitFor();
});

// What a person does: with a command, a button or a menu of the Models view,
export const command = step((window, title: string) => window.runCommand(title));
export const action = step((window, name: string) => window.viewAction('Models', name));
export const button = step((window, name: string) =>
  view(window).getByRole('button', { name }).last().click(),
);
export const header = step((window) => view(window).locator('.pane-header').hover());
export const overflow = step((window, ...names: string[]) => window.viewMenu('Models', ...names));
// with a row,
export const menu = step(async (window, name: string, ...names: string[]) =>
  window.contextMenu(await window.scrollTo(name, 'Models'), ...names),
);
export const rowAction = step(async (window, name: string, label: string) =>
  window.rowAction(await window.scrollTo(name, 'Models'), label),
);
export const click = step(async (window, name: string) =>
  window.clickRow(await window.scrollTo(name, 'Models')),
);
export const rightClick = step(async (window, name: string) =>
  window.clickRow(await window.scrollTo(name, 'Models'), { button: 'right' }),
);
export const hover = step((window, name: string) => row(window, name).hover());
export const twistie = step((window, name: string) =>
  row(window, name).locator('.monaco-tl-twistie').click(),
);
export const expand = step(async (window, name: string) =>
  window.expand(await window.scrollTo(name, 'Models')),
);
export const collapse = step(async (window, name: string) =>
  window.collapse(await window.scrollTo(name, 'Models')),
);
// and with what is open.
export const choose = step((window, name: string) => window.pickMenuItem(name));
export const submenu = step((window, name: string) => window.menuItem(name).hover());
export const press = step((window, key: string) => window.page.keyboard.press(key));
export const pick = step((window, item: string) => window.pick(item));
export const type = step((window, text: string) => window.inputBox.fill(text));
export const enter = step(async (window, text?: string) => {
  if (text !== undefined) await window.inputBox.fill(text);
  await window.inputBox.press('Enter');
});
export const answer = step((window, prompt: Text, text: string) => window.answer(prompt, text));
export const agree = step((window, name: string) => window.dialog.getByRole('button', { name }).click());
export const cancel = step((window, message: Text) =>
  window.notification(message).getByRole('button', { name: 'Cancel' }).click(),
);
export const lens = step((window, name: string) =>
  editor(window).locator('.codelens-decoration').getByRole('button', { name }).click(),
);
export const editorButton = step((window, name: string) =>
  editor(window).getByRole('button', { name }).click(),
);

// What happens to the service.
export const serves =
  (change: (service: RunningService) => unknown): Show =>
  async ({ service }) =>
    change(service);
export const fails = (...faults: Fault[]) =>
  serves((service) => {
    for (const fault of faults) service.fail(fault);
  });
export const mended = serves((service) => service.clearFaults());
