import * as vscode from 'vscode';

/** Fence names that differ from VS Code's language ids, by those. */
const fences: Readonly<Record<string, readonly string[]>> = {
  cpp: ['c++'],
  csharp: ['c#', 'cs'],
  go: ['golang'],
  html: ['htm'],
  javascript: ['js'],
  javascriptreact: ['jsx'],
  kotlin: ['kt'],
  markdown: ['md'],
  powershell: ['ps1'],
  python: ['py'],
  ruby: ['rb'],
  rust: ['rs'],
  shellscript: ['bash', 'console', 'sh', 'shell', 'zsh'],
  typescript: ['ts'],
  typescriptreact: ['tsx'],
  yaml: ['yml'],
};

/** Opens code from an answer as an unsaved file, in plain text if VS Code doesn't know the language. */
export async function openNewFile(content: string, fence: string): Promise<void> {
  const name = fence.toLowerCase();
  const language = Object.keys(fences).find((id) => fences[id]?.includes(name)) ?? name;
  const isKnown = (await vscode.languages.getLanguages()).includes(language);
  const document = await vscode.workspace.openTextDocument({ content, ...(isKnown && { language }) });
  await vscode.window.showTextDocument(document);
}
