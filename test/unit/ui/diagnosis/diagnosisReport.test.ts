import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../../src/api/types.ts';
import { diagnosisText } from '../../../../src/ui/diagnosis/diagnosisReport.ts';
import {
  diagnose,
  failing,
  finish,
  lost,
  refusal,
  type Script,
  type StreamScript,
  streaming,
  usage,
} from '../../core/diagnosis/script.ts';

const text: ChatEvent = { type: 'text', text: '1, 2, 3' };
const chat = (script: StreamScript): Script => ({ client: { streamChat: streaming(script) } });
const added = ['tone', 'llama'];
const inChat = (script: Script): Script => ({ added, inVscode: [], ...script });

describe('The report of a diagnosis', () => {
  const cases: [what: string, script: Script, result: RegExp, step: RegExp][] = [
    [
      'a service that works',
      {},
      /^Everything works\.$/u,
      /ok Chat .* tone 200, .* streamed in 3 pieces first token after 53 ms tokens: 9 sent, 12 answered ended by stop/u,
    ],
    [
      'a refused key',
      { client: { listLoras: failing(refusal('unauthorized', 401)) } },
      /^Acme refused the API key \(401\)\. Use \*Set API Key…\*\.$/u,
      /failed List LoRAs .*401[\s\S]*skipped Chat the API key was refused/u,
    ],
    [
      'a model that is gone',
      { client: { streamChat: () => failing(refusal('notFound', 404))() as never } },
      /Choose another model: this one may have been deleted, or not be loaded\.$/u,
      /failed Chat .*404/u,
    ],
    [
      'no key',
      { parts: { key: async () => ({ source: undefined, headers: 0 }) } },
      /^No API key for Acme\. Use \*Set API Key…\*\.$/u,
      /failed API key .*none for this address/u,
    ],
    [
      'a service that takes no connections',
      {
        probes: { connect: lost('ECONNREFUSED') },
        client: { listLoras: failing(refusal('network', undefined, 'ECONNREFUSED')) },
      },
      /^Can't reach models\.acme\.example: the connection was refused\. Check that the service is running/u,
      /failed Connection .*ECONNREFUSED/u,
    ],
    [
      'a service that ignores `stream`',
      chat({ events: [text, usage, finish], contentType: 'application/json' }),
      /^Everything works\. However, Acme does not stream: an answer comes all at once\.$/u,
      /warning Chat .*not streamed: one JSON answer/u,
    ],
    [
      'a service that refuses a field',
      {
        client: {
          streamChat: (request, options) => {
            options?.onDropped?.('temperature');
            return streaming()(request, options);
          },
        },
      },
      /However, Acme doesn't accept temperature; chats leave it out\.$/u,
      /warning Chat .*fields it refused: temperature/u,
    ],
    [
      'an answer that is cut off',
      chat({ events: [text, text, { type: 'finish', reason: undefined, complete: false }] }),
      /^The chat was cut off: its answer has no end\./u,
      /failed Chat .*cut off: the answer has no end/u,
    ],
    [
      'a broken chat',
      { client: { streamChat: () => failing(refusal('server', 500))() as never } },
      /^Acme answered with an error \(500\)\. Give the request ID to your service administrator\.$/u,
      /failed Chat .*500/u,
    ],
    [
      'reasoning',
      chat({
        events: [{ type: 'reasoning', text: 'Let me' }, { type: 'reasoning', text: ' count' }, text, finish],
      }),
      /^Everything works\.$/u,
      /ok Chat .*with reasoning/u,
    ],
    [
      'no model in VS Code’s chat',
      {},
      /^Everything works\.$/u,
      /skipped VS Code's chat no model was added to it/u,
    ],
    [
      'VS Code that does not answer',
      { added, inVscode: 'late' },
      /However, VS Code did not say in time/u,
      /warning VS Code's chat .*models added to it: 2 no answer in time/u,
    ],
    [
      'a model that the service does not list',
      { added: ['tone', 'gone'], inVscode: ['tone'] },
      /lists only 1 of the 2 models that were added to it: see the last step\.$/u,
      /added to it: 2, listed: 1 missing: gone, not listed by the service: correct its name/u,
    ],
    [
      'a model that came after the last refresh',
      inChat({ added: ['tone'], offered: [] }),
      /lists only 0 of the 1 models/u,
      /missing: tone, not there yet at the last refresh: use \*Refresh Models\*/u,
    ],
    [
      'a model that VS Code leaves out',
      inChat({ added: ['tone'] }),
      /lists only 0 of the 1 models/u,
      /missing: tone, left out by VS Code: use \*Developer: Reload Window\*/u,
    ],
  ];
  for (const [what, script, result, step] of cases) {
    it(`is right for ${what}`, async () => {
      const { diagnosis } = await diagnose(script);
      const report = diagnosisText(diagnosis, []);
      const [, said = ''] = /\n\nResult: ((?:.+\n)+)\n/u.exec(report) ?? [];
      assert.match(said.trim().replaceAll('\n', ' '), result);
      assert.match(report.replace(/\s+/gu, ' '), step);
    });
  }
});
