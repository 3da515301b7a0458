const tagged =
  /^\s*(?:<(think|thinking|thought)>[\s\S]*?(?:<\/\1>\s*|$)|\[THINK\][\s\S]*?(?:\[\/THINK\]\s*|$))/iu;

/**
 * Returns an answer without the reasoning before it that whoever served the model left in the text: between `<think>` and `</think>` or
 * `[THINK]` and `[/THINK]` (Mistral's Magistral), or before a lone `</think>`, since the templates of DeepSeek R1 and Qwen3-Thinking
 * end the prompt with `<think>`. What has no end is all reasoning.
 */
export function withoutReasoning(text: string): string {
  if (tagged.test(text)) return text.replace(tagged, '');
  const end = /<\/think>\s*/iu.exec(text);
  if (!end || /<think>/iu.test(text.slice(0, end.index))) return text;
  return text.slice(end.index + end[0].length);
}
