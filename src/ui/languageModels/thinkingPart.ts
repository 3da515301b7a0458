import * as vscode from 'vscode';

/** Proposed, but taken by both VS Code 1.110 and 1.139 of any extension (read in their bundles). */
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

/** `undefined` if this VS Code takes no reasoning. */
export function thinkingPart(text: string): vscode.LanguageModelResponsePart | undefined {
  const { LanguageModelThinkingPart: Part } = host;
  return Part && new Part(text);
}
