import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { DetailsToHost, DetailsToPage } from '../../src/protocol/details.ts';
import { holdRequests } from '../service/faults/hold.ts';
import { fence, liveExtension, liveModel } from './support/extension.ts';
import { usePerson } from './support/person.ts';
import { useRecordedPanels } from './support/recordedPanel.ts';
import { within } from './support/waiting.ts';

describe('A test request from a page', () => {
  const panels = useRecordedPanels<DetailsToPage, DetailsToHost>();
  const person = usePerson();

  it('goes to the page’s own model, whatever else the message says', async () => {
    const { service } = await liveExtension();
    const ref = await liveModel('llama-3-8b', 'baseModel');
    await vscode.commands.executeCommand('hostedModels.showDetails', ref);
    const [page] = panels.all;
    assert.ok(page);
    const say = (message: object) => Reflect.apply(page.say, undefined, [message]);
    const seen = person({});
    service.clearRequests();
    // The later messages arrive while the first one's test is under way.
    const release = holdRequests(service);
    const asked = service.nextRequest(({ method }) => method === 'POST');
    const other = await liveModel('support-tone-v7');
    for (let time = 0; time < 3; time++) {
      say({ type: 'sendTestRequest', name: other.name, argument: other, selection: [other] });
    }
    const first = await within(asked, 'it is asked');
    release();
    await within(first.closed, 'it is answered');
    await fence(service);
    const chats = service.requests.filter(({ method }) => method === 'POST');
    assert.deepEqual(
      chats.map(({ body }) => JSON.parse(body).model),
      ['llama-3-8b'],
    );
    assert.deepEqual(seen.messages, []);
  });
});
