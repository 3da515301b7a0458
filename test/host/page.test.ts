import assert from 'node:assert/strict';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { type MessageTable, replies } from '../../src/protocol/messages.ts';
import { Page, restoreTab } from '../../src/ui/shared/page.ts';
import { pageOptions } from '../../src/ui/shared/pageHtml.ts';
import { developedExtension } from './support/extension.ts';
import { overlay } from './support/overlay.ts';
import { usePerson } from './support/person.ts';
import { recordedPanel, useRecordedPanel } from './support/recordedPanel.ts';
import { until, within } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

const table = {
  ready: {},
  // Its fields may be called as those of a reply.
  half: { of: v.number(), to: v.exactOptional(v.number()), ...replies<number>() },
} as const satisfies MessageTable;
type ToPage = { type: 'state'; seq: number; text: string } | { type: 'double'; seq: number; of: number };
type ToHost =
  | { type: 'ready' }
  | { type: 'half'; of: number; to?: number }
  | { type: 'reply'; to: string; value: unknown };

describe('A page in a tab', () => {
  const world = useWorld();
  const person = usePerson();
  const newPanel = useRecordedPanel<ToPage & { request?: string }, ToHost>();
  const { extensionUri } = developedExtension();

  function open() {
    const recorded = newPanel();
    const moved = new vscode.EventEmitter<void>();
    const state = { visible: true };
    const tab = overlay(recorded.panel, {
      onDidChangeViewState: moved.event,
      get visible() {
        return state.visible;
      },
    });
    const half = (of: number) => {
      if (of % 2 === 1) throw new Error('odd');
      return of / 2;
    };
    const page: Page<typeof table, ToPage> = new Page(tab, {
      ...{ name: 'chat', extensionUri, log: world().log, table },
      handlers: { ready: () => page.post({ type: 'state', text: 'all' }), half: ({ of }) => half(of) },
      onDispose: () => undefined,
    });
    const hide = () => {
      state.visible = false;
      moved.fire();
    };
    return { ...recorded, page, hide, seen: () => recorded.posted.map(({ type, seq }) => [type, seq]) };
  }

  it('gets nothing before it is ready or once it is hidden, and numbers without a gap', () => {
    const { page, say, hide, seen } = open();
    page.post({ type: 'state', text: 'too early' });
    say({ type: 'ready' });
    page.post({ type: 'state', text: 'next' });
    hide();
    page.post({ type: 'state', text: 'too late' });
    say({ type: 'ready' });
    assert.deepEqual(seen(), [
      ['state', 1],
      ['state', 2],
      ['state', 3],
    ]);
  });

  it('gets a reply to each request: nothing if it is not valid, or if it fails, which is reported', async () => {
    const { ask, say, seen } = open();
    const said = Promise.withResolvers<string>();
    person({ onMessage: said.resolve });
    say({ type: 'ready' });
    assert.equal(await ask({ type: 'half', of: 4, to: 9 }), 2);
    assert.equal(await ask({ type: 'half', of: 'x' as unknown as number }), undefined);
    assert.equal(await ask({ type: 'half', of: 3 }), undefined);
    assert.equal(await within(said.promise, 'a message'), 'Something went wrong. See the log.');
    assert.match(world().log.lines.join(), /error chat failed: Error\n\s+at /u);
    assert.deepEqual(seen(), [['state', 1]]);
  });

  it('is asked again if it was closed meanwhile, and its first reply that fits is taken', async () => {
    const { page, say, hide, posted, onDidPost } = open();
    const doubled = page.request({ type: 'double', of: 4 }, v.number());
    const asked = () => posted.filter(({ type }) => type === 'double');
    say({ type: 'ready' });
    await until(onDidPost, 'it is asked', () => asked().length === 1);
    hide();
    say({ type: 'ready' });
    await until(onDidPost, 'it is asked again', () => asked().length === 2);
    const { request: to = '' } = asked()[0] ?? {};
    assert.equal(asked()[1]?.request, to);
    say({ type: 'reply', to, value: 'eight' });
    say({ type: 'reply', to, value: 8 });
    say({ type: 'reply', to, value: 9 });
    assert.equal(await doubled, 8);
  });

  it('is not made if its tab is closed while what it shows is read, which is put away', async () => {
    const { panel } = recordedPanel(pageOptions(extensionUri));
    const done: string[] = [];
    await restoreTab(panel, extensionUri, {
      load: async () => {
        panel.dispose();
        return 'read';
      },
      show: () => done.push('shown'),
      putAway: (what) => done.push(`${what} and put away`),
    });
    assert.deepEqual(done, ['read and put away']);
  });
});
