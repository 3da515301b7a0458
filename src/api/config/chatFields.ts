/** The optional fields of a request, by their wire names. */
export const optionalFields = [
  'temperature',
  'top_p',
  'max_tokens',
  'stop',
  'seed',
  'presence_penalty',
  'frequency_penalty',
  'tools',
  'tool_choice',
  'stream_options',
] as const;
