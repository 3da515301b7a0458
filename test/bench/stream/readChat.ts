/** Sends one chat request to `<baseUrl>/api/v1/chat/completions` and passes on the answer's text as it comes. */
export type ReadChat = (baseUrl: string, onText: (text: string) => void) => Promise<void>;

/** The modules of this folder and of `peers` that export a `readChat`, with their names in the report. */
export const contenders = {
  bare: 'bare loop',
  ours: 'ours',
  openai: 'openai',
  aiSdk: 'AI SDK',
  aiSdkLowMemory: 'AI SDK, low memory',
} as const;

export type Contender = keyof typeof contenders;

const here: readonly Contender[] = ['bare', 'ours'];

export async function loadReadChat(contender: Contender): Promise<ReadChat> {
  const module: { readChat: ReadChat } = await import(
    `${here.includes(contender) ? '.' : '../peers'}/${contender}.ts`
  );
  return module.readChat;
}

export const prompt = 'Say something long.';
export const model = 'bench';
