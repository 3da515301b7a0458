import * as vscode from 'vscode';

// What fences say where VS Code's own name is another one.
const IDS: Readonly<Record<string, string>> = {
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

/** Opens code of an answer as a file that is not saved yet; a language that VS Code doesn't know leaves it plain text. */
export async function openNewFile(content: string, fence: string): Promise<void> {
  const name = fence.toLowerCase();
  const id = Object.hasOwn(IDS, name) ? IDS[name] : name;
  const isKnown = (await vscode.languages.getLanguages()).includes(id ?? '');
  const language = isKnown && id ? { language: id } : {};
  const document = await vscode.workspace.openTextDocument({ content, ...language });
  await vscode.window.showTextDocument(document);
}
