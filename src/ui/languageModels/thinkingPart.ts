import * as vscode from 'vscode';

/** A proposed class, but VS Code 1.110 and 1.139 accept it from any extension (read in their bundles). */
interface ThinkingPart {
  value: string | string[];
}

type Host = {
  LanguageModelThinkingPart?: new (value: string) => ThinkingPart & vscode.LanguageModelResponsePart;
};
const host = vscode as Host;

export function isThinking(part: unknown): part is ThinkingPart {
  const { LanguageModelThinkingPart: Part } = host;
  return Part !== undefined && part instanceof Part;
}

/** Returns a part with reasoning; `undefined` if this VS Code accepts none. */
export function thinkingPart(text: string): vscode.LanguageModelResponsePart | undefined {
  const { LanguageModelThinkingPart: Part } = host;
  return Part && new Part(text);
}
