import assert from 'node:assert/strict';
import { safeHref } from '../../../../src/webview/shared/links.ts';

const opened: readonly [string, string][] = [
  ['https://acme.example', 'https://acme.example/'],
  ['HTTPS://Acme.Example/A?b=c#d', 'https://acme.example/A?b=c#d'],
  ['https://acme.example/a%20b', 'https://acme.example/a%20b'],
  ['https://acme.example/?q=%E9', 'https://acme.example/?q=%E9'],
  // A name in other letters is shown in its ASCII form.
  ['https://аcme.example/', 'https://xn--cme-5cd.example/'],
  ['http://localhost:8080/x', 'http://localhost:8080/x'],
  ['http://127.0.0.1/', 'http://127.0.0.1/'],
  ['http://[::1]:3000/', 'http://[::1]:3000/'],
  ['mailto:help@acme.example?subject=Hi', 'mailto:help@acme.example?subject=Hi'],
];

const refused = [
  ...['', 'acme.example', '/path', '//acme.example', '#part', 'javascript:alert(1)'],
  ...['JaVaScRiPt:alert(1)', 'vbscript:x', 'data:text/html,<script>alert(1)</script>'],
  ...['command:workbench.action.quit', 'vscode://acme.tool/x', 'vscode-webview://x/'],
  ...['file:///etc/passwd', 'ftp://acme.example/', 'blob:https://acme.example/1', 'https:acme.example'],
  ...['https:/acme.example', 'https:///acme.example', 'https://', 'http://acme.example/'],
  ...['http://localhost.acme.example/', 'http://127.0.0.1.acme.example/', 'http://0x7f.acme.example/'],
  ...['https://user@acme.example/', 'https://user:secret@acme.example/'],
  ...['https://bank.example%40acme.example/', 'https://bank.example%2F@acme.example/'],
  ...['https://bank.example\\@acme.example/', 'https:\\\\acme.example\\x', 'https://acme.example/a b'],
  ...['https://acme.example/\u0000', 'java\nscript:alert(1)', ' https://acme.example/'],
  ...['https://acme.example/\u202egpj.exe', 'https://acme.example/%E2%80%AEgpj.exe'],
  ...['https://acme.example/%0d%0aSet-Cookie:x', 'https://ac\u200bme.example/'],
  ...['https://acme.example/\u00ad', 'https://acme.example/%F3%A0%81%81', 'mailto:', 'mailto:nobody'],
  ...['mailto://help@acme.example', 'mailto:a@b.example?body=%0Abcc:c@d.example'],
  ...[`https://acme.example/${'a'.repeat(3000)}`],
];

describe('Links in a model’s text', () => {
  for (const [text, href] of opened) {
    it(`open ${text}`, () => assert.equal(safeHref(text), href));
  }
  for (const text of refused) {
    it(`stay text: ${JSON.stringify(text).slice(0, 60)}`, () => assert.equal(safeHref(text), undefined));
  }
});
