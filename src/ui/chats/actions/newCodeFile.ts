import * as vscode from 'vscode';

// Fence names that differ from VS Code's language ids.
const ids: Readonly<Record<string, string>> = {
  bash: 'shellscript',
  'c#': 'csharp',
  'c++': 'cpp',
  console: 'shellscript',
  cs: 'csharp',
  golang: 'go',
  htm: 'html',
  js: 'javascript',
  jsx: 'javascriptreact',
  kt: 'kotlin',
  md: 'markdown',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'shellscript',
  shell: 'shellscript',
  ts: 'typescript',
  tsx: 'typescriptreact',
  yml: 'yaml',
  zsh: 'shellscript',
};

/** Opens code from an answer as an unsaved file, in plain text if VS Code doesn't know the language. */
export async function openNewFile(content: string, fence: string): Promise<void> {
  const name = fence.toLowerCase();
  const id = Object.hasOwn(ids, name) ? ids[name] : name;
  const isKnown = (await vscode.languages.getLanguages()).includes(id ?? '');
  const language = isKnown && id ? { language: id } : {};
  const document = await vscode.workspace.openTextDocument({ content, ...language });
  await vscode.window.showTextDocument(document);
}
