import type { ChatMarkdownTexts } from '../../../../../src/core/chats/transfer/chatMarkdown.ts';

/** None of them is an English text of ours, so that one that slips in shows. */
export const markdownWords: ChatMarkdownTexts = {
  you: 'Ich',
  model: 'Modell',
  started: 'Begonnen',
  temperature: 'Temperatur',
  topP: 'Top-P',
  maxTokens: 'Höchstens',
  stop: 'Ende bei',
  seed: 'Startwert',
  presencePenalty: 'Abzug eins',
  frequencyPenalty: 'Abzug zwei',
  extra: 'Weiteres',
  systemPrompt: 'Vorgabe',
  noAnswer: 'Keine Antwort.',
  requestFailed: 'Die Anfrage schlug fehl.',
  figures: ({ figures, state }) =>
    figures?.ttftMs === undefined ? state : `${figures.ttftMs} ms · ${state}`,
  models: 'Modelle',
  ownSettings: 'mit eigenen Einstellungen',
  noSettings: 'keine',
  blindComparison: 'Verdeckter Vergleich',
  sentAlone: 'Ohne die früheren',
  notAsked: 'Nicht gefragt',
  vote: (best = 'keines', isBlind) => `Gewählt${isBlind ? ', verdeckt' : ''}: ${best}`,
};
