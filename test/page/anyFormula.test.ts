import assert from 'node:assert/strict';
import { seeded } from '../unit/webview/markdown/markdownCorpus.ts';
import { formulas } from './formulas.ts';
import { startCatcher } from './pageServer.ts';
import { answer, own } from './samples.ts';
import { show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const mathNamespace = 'http://www.w3.org/1998/Math/MathML';
const count = 600;
const random = seeded(54);
const oneOf = (all: readonly string[]): string => all[Math.floor(random() * all.length)] ?? '';

const known = [...new Set(formulas.flatMap((tex) => tex.match(/\\(?:[a-zA-Z]+|.)/gu) ?? []))];
const symbols = [...'xyz01+-=<>&^_\'"!,;:|/*()[]{}~#$%', '\\\\', '&lt;', '<b>', '∑', '字', '😀'];

/** Commands that lead out of a formula in one program or another. */
const outward = (address: string) => [
  ...[`\\href{${address}/href}`, `\\url{${address}/url}`, `\\includegraphics{${address}/picture.png}`],
  ...[
    `\\style{background:url(${address}/style)}`,
    `\\class{icon}`,
    '\\id{app}',
    '\\htmlId{app}',
    '\\data{a=b}',
  ],
  ...[
    `\\href{javascript:alert(1)}`,
    '\\htmlStyle{position:fixed}',
    '\\label{app}',
    '\\ref{app}',
    '\\eqref{app}',
  ],
  ...[
    '\\unicode{x3c}',
    '\\char"3C',
    '\\verb|<img src=x onerror=alert(1)>|',
    '\\text{<img src=x onerror=alert(1)>}',
  ],
  ...[
    '\\mathchoice',
    '\\color{url(x)}',
    '\\rule{99em}{99em}',
    '\\kern{9999em}',
    '\\raisebox{-999em}',
    '\\hspace{-99em}',
  ],
  ...[
    '\\require{html}',
    '\\input{x}',
    '\\def\\a{\\a}',
    '\\tag{<b>}',
    '\\begin{CD} A @>x>> B \\end{CD}',
    '\\ce{H2O}',
  ],
];

/** What can stand around any formulas. */
const around: ((...inner: [string, string]) => string)[] = [
  (a, b) => `\\frac{${a}}{${b}}`,
  (a, b) => `{${a}}^{${b}}`,
  (a, b) => `\\sqrt[${b}]{${a}}`,
  (a, b) => `\\underset{${a}}{${b}}`,
  (a, b) => `\\overbrace{${a}}^{${b}}`,
  (a, b) => `\\binom{${a}}{${b}}`,
  (a, b) => `\\begin{pmatrix} ${a} & ${b} \\\\ x \\end{pmatrix}`,
  (a, b) => `\\left( ${a} \\middle| ${b} \\right]`,
  (a) => `\\cancel{\\boxed{${a}}}`,
  (a) => `\\Huge \\mathinner{${a}}`,
  (a, b) => `${a} ${b}`,
];

/** Random TeX: formulas in others, with a mark, a command or what leads out of a formula somewhere. */
function anyFormula(address: string, depth = 0): string {
  if (depth === 6 || random() < 0.2) {
    const kind = random();
    if (kind < 0.04) return `${oneOf(known)}{x}`;
    if (kind < 0.08) return `${oneOf(outward(address))}{x}`;
    if (kind < 0.12) return oneOf(symbols);
    return kind < 0.6 ? oneOf(formulas) : 'x';
  }
  const inner = () => (random() < 0.5 ? anyFormula(address, depth + 1) : 'y');
  return around[Math.floor(random() * around.length)]?.(inner(), inner()) ?? '';
}

describe('Any formula', () => {
  const browser = useBrowser();
  let catcher: Awaited<ReturnType<typeof startCatcher>>;
  before(async () => {
    catcher = await startCatcher();
  });
  after(() => catcher.close());

  it('is MathML of its own and nothing else, not deep, in a box that leaves room for what follows', async () => {
    const all = [
      ...formulas,
      ...Array.from({ length: count }, () => anyFormula(`http://127.0.0.1:${catcher.port}`)),
    ];
    const text = all.map((tex) => `\\[\n${tex}\n\\]`).join('\n\n');
    const open = await browser.chat(
      show({}, own('u1', 'Hi'), answer('a1', { text: `${text}\n\nIn \\(q\\) line.` })),
    );
    await open.page.locator('math', { hasText: /^q$/u }).waitFor({ state: 'attached' });
    const found = await open.page.evaluate((namespace) => {
      const drawn = [...document.querySelectorAll('.math-scroll, .math-phrase')];
      const elements = drawn.flatMap((box) => [...box.querySelectorAll('*')]);
      const depthOf = (element: Element): number =>
        element.localName === 'math' ? 1 : 1 + depthOf(element.parentElement ?? document.documentElement);
      const names = (e: Element) => e.getAttributeNames();
      return {
        drawn: drawn.length,
        foreign: elements.filter((e) => e.namespaceURI !== namespace).map((e) => e.outerHTML),
        named: elements
          .filter((e) =>
            names(e).some((name) => /^(?:on|id$|name$|href|src|xlink|action|title$)/u.test(name)),
          )
          .map((e) => e.outerHTML),
        styles: elements.flatMap((e) =>
          [...((e as MathMLElement).style ?? [])].filter((s) => /position|color|background|source/u.test(s)),
        ),
        deep: elements.filter((e) => e.querySelector('*') === null && depthOf(e) > 50).length,
        high: drawn.filter((box) => box.getBoundingClientRect().height > innerHeight * 0.81).length,
      };
    }, mathNamespace);
    const { drawn, ...wrong } = found;
    assert.deepEqual(wrong, { foreign: [], named: [], styles: [], deep: 0, high: 0 });
    assert.ok(drawn > formulas.length + count / 10, `${drawn} of ${all.length} are drawn.`);
    assert.deepEqual(catcher.requests, []);
    assert.deepEqual(open.complaints, []);
  }).timeout(60_000);
});
