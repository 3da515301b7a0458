import assert from 'node:assert/strict';
import { ServiceError } from '../../../../../src/api/serviceError.ts';
import { CompareSession } from '../../../../../src/core/chats/columns/compareSession.ts';
import { comparing } from '../../../../../src/core/chats/columns/newComparison.ts';
import { ChatTakenError } from '../../../../../src/core/chats/disk/ownedChatFile.ts';
import { ChatSession } from '../../../../../src/core/chats/session/chatSession.ts';
import { askOf, columnPath } from '../../../../../src/core/chats/tree/columns.ts';
import { silent, useFolder } from '../../fixtures.ts';
import { emptyConversation, ScriptedService } from '../chatScript.ts';
import { CompareBench } from './compareBench.ts';

const cutOff = () =>
  new ServiceError('network', 'The connection closed.', { endpoint: 'POST /api/v1/chat/completions' });

describe('The streams of a comparison’s columns', () => {
  const folder = useFolder();
  let bench: CompareBench;
  beforeEach(() => {
    bench = new CompareBench(folder());
  });

  it('that are stopped in line end at once, and slow nobody down', async () => {
    await bench.compare.setOneAtATime(true);
    const { of, done } = await bench.start(() => bench.compare.send('one'), 1);
    const ended = bench.next('ended');
    bench.compare.stop(bench.id('tone'));
    await ended;
    assert.equal(bench.answer('tone')?.state, 'stopped');
    assert.equal(bench.answer('base')?.state, 'streaming');
    of('base').say('whole').finish();
    await done;
    assert.equal(bench.answer('base')?.figures?.isTogether, undefined);
    assert.equal(bench.service.calls.length, 1);
  });

  it('were measured together also if only the first part of a continued answer was', async () => {
    const { of, done } = await bench.start(() => bench.compare.send('one'));
    of('base').say('half').usage(3, 2).fail(cutOff());
    of('tone').say('whole').finish();
    await done;
    const half = bench.answer('base');
    assert.equal(half?.state, 'cut');
    const next = await bench.start(
      () => bench.session.continueAnswer(half?.id ?? '', bench.compare.askedFor(half?.id ?? '')),
      1,
    );
    next.of('base').say(' and the rest').usage(3, 4).finish();
    await next.done;
    const { figures } = bench.answer('base') ?? {};
    assert.deepEqual([figures?.completionTokens, figures?.isTogether], [6, true]);
  });

  it('leave nothing behind if another window has taken the chat while two of them are asked', async () => {
    const service = new ScriptedService();
    const models = ['base', 'tone'].map((model) => ({ connectionId: 'acme', model }));
    const refusals: (() => void)[] = [];
    let isTaken = false;
    const append = () => {
      if (!isTaken) return Promise.resolve();
      const { promise, reject } = Promise.withResolvers<void>();
      refusals.push(() => reject(new ChatTakenError()));
      return promise;
    };
    const session = new ChatSession(comparing(emptyConversation(), models), { append }, service, silent);
    const compare = new CompareSession(session, () => false);
    service.onCall = ({ request, say }) => say(`${request.model} answers`).finish();
    await compare.send('one');
    const shown = () =>
      compare.comparison.columns.map((column) =>
        columnPath(session.conversation, column).map(({ text }) => text),
      );
    const before = shown();
    isTaken = true;
    const again = compare.comparison.columns.map((column) => {
      const id = columnPath(session.conversation, column).at(-1)?.id ?? '';
      return session.regenerate(id, compare.askedFor(id));
    });
    await Promise.resolve();
    for (const refuse of refusals) refuse();
    await Promise.all(again);
    assert.deepEqual(shown(), before);
    assert.equal(service.calls.length, 2);
    assert.ok(
      [...session.conversation.turns.values()].every(
        (turn) => turn.role === 'user' || turn.state === 'complete',
      ),
    );
    assert.equal(session.readOnly, 'taken');
  });

  it('without pictures answer the same question, which the other columns have with them', async () => {
    const picture = { name: 'a.png', image: 'data:image/png;base64,AAAA' };
    const { of, done } = await bench.start(() => bench.compare.send('See', [picture]));
    of('base').fail(
      new ServiceError('badRequest', 'No pictures.', {
        endpoint: 'POST /api/v1/chat/completions',
        status: 400,
      }),
    );
    of('tone').say('seen').finish();
    await done;
    const failed = bench.answer('base')?.id ?? '';
    const again = await bench.start(
      () => bench.session.askWithoutPictures(failed, bench.compare.askedFor(failed)),
      1,
    );
    again.of('base').say('read').finish();
    await again.done;
    const asks = bench.compare.comparison.columns.map((column) => {
      const [turn] = bench.compare.path(column);
      return turn?.role === 'user' && [askOf(turn), turn.attachments?.length ?? 0];
    });
    const [plain, whole] = asks;
    assert.ok(plain && whole);
    assert.deepEqual([plain[0] === whole[0], plain[1], whole[1]], [true, 0, 1]);
    await bench.compare.vote(bench.id('base'));
    assert.equal(bench.compare.comparison.votes.length, 1, 'both have answered it');
    // Going back to the question with its picture moves only the column that has answered it so.
    const [question] = bench.session.conversation.turns.values();
    await bench.compare.select(question?.id ?? '');
    assert.deepEqual(
      [bench.shown('base'), bench.shown('tone')],
      [
        ['See', ''],
        ['See', 'seen'],
      ],
    );
    const copy = [...bench.session.conversation.turns.values()].find(
      (turn) => turn.role === 'user' && turn !== question,
    );
    await bench.compare.select(copy?.id ?? '');
    assert.deepEqual(
      [bench.shown('base'), bench.shown('tone')],
      [
        ['See', 'read'],
        ['See', 'seen'],
      ],
    );
  });
});
