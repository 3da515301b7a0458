/** The fields that we add to each request, in the order in which they are left out on trial. */
export const addedFields = ['stream_options', 'stream'] as const;

/** True for a field that the user can't have set, and doesn't miss. */
export function isAddedField(field: string): boolean {
  return addedFields.some((one) => one === field);
}

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
