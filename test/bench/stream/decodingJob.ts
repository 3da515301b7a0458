import { type Cost, measureCost } from '../harness/cpuTime.ts';
import { describeText, type Received } from '../server/chatBytes.ts';
import { type Contender, loadReadChat } from './readChat.ts';

export interface Decoded extends Cost, Received {}

/** Reads a chat and keeps its text. Describes that text only after the measuring. */
export async function makeJob(contender: Contender): Promise<(baseUrl: string) => Promise<Decoded>> {
  const readChat = await loadReadChat(contender);
  return async (baseUrl) => {
    const { cost, result } = await measureCost(async () => {
      let text = '';
      await readChat(baseUrl, (piece) => {
        text += piece;
      });
      return text;
    });
    return { ...cost, ...describeText(result) };
  };
}
