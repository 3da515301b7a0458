/** One completion, as a server without streams answers. */
export const reply = {
  object: 'chat.completion',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'Hello from a strict server' },
      finish_reason: 'stop',
    },
  ],
};
