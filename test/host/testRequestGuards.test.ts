import assert from 'node:assert/strict';
import { DetailsPanel } from '../../src/ui/details/detailsPanel.ts';
import { retrieveModel } from '../../src/ui/models/retrieveModel.ts';
import { pageOptions } from '../../src/ui/shared/pageHtml.ts';
import { developedExtension, fence, liveExtension } from './support/extension.ts';
import { usePerson } from './support/person.ts';
import { recordedPanel } from './support/recordedPanel.ts';
import { within } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

describe('A test request from a page', () => {
  const world = useWorld();
  const person = usePerson();

  it('goes to the page’s own model, whatever else the message says', async () => {
    const { service } = await liveExtension();
    const { connections, catalogs, clients, offered, log } = world();
    const { extensionUri } = developedExtension();
    const recorded = recordedPanel(pageOptions(extensionUri));
    const ref = { connectionId: 'environment', kind: 'baseModel' as const, name: 'llama-3-8b' };
    const retrieve = () => retrieveModel(clients.for(world().connection), ref);
    const parts = { extensionUri, connections, catalogs, offered, retrieve, log };
    new DetailsPanel(recorded.panel, ref, {
      ...parts,
      isDeleted: () => false,
      chatsWith: async () => [],
    });
    const say = (message: object) => Reflect.apply(recorded.say, undefined, [message]);
    const seen = person({});
    service.clearRequests();
    // The later messages arrive while the first one's test is under way.
    service.fail({ kind: 'delay', ms: 300, on: 'POST /api/v1/chat/completions' });
    const asked = service.nextRequest(({ method }) => method === 'POST');
    const other = { connectionId: 'environment', kind: 'lora', name: 'support-tone-v7' };
    for (let time = 0; time < 3; time++) {
      say({ type: 'sendTestRequest', name: other.name, argument: other, selection: [other] });
    }
    await within((await within(asked, 'it is asked')).closed, 'it is answered');
    await fence(service);
    const chats = service.requests.filter(({ method }) => method === 'POST');
    assert.deepEqual(
      chats.map(({ body }) => JSON.parse(body).model),
      ['llama-3-8b'],
    );
    assert.match(seen.messages.join(), /^(?:llama-3-8b answered in [^;]*)?$/u);
    service.clearFaults();
    recorded.panel.dispose();
  });
});
