import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import markdown from 'highlight.js/lib/languages/markdown';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';

const lowlight = createLowlight({
  ...{ bash, c, cpp, csharp, css, diff, go, java, javascript, json },
  ...{ markdown, python, rust, sql, typescript, xml, yaml },
});
lowlight.registerAlias({ bash: ['shell', 'console'], json: ['jsonl'] });

export type HighlightNode = ReturnType<typeof lowlight.highlight>['children'][number];

/** Returns the code as a tree of spans with `hljs-*` classes; `undefined` if there is no grammar. */
export function highlight(code: string, language: string): HighlightNode[] | undefined {
  return lowlight.registered(language) ? lowlight.highlight(language, code).children : undefined;
}
