// Runs in the page. Like markedPage.ts, but with everything that our page shows of the answer, including colors and formulas.
import hljs from 'highlight.js/lib/common';
import { Marked } from 'marked';
import temml from 'temml';
import { receiveAnswer } from './receiveAnswer.ts';

const marked = new Marked({
  renderer: {
    code: ({ text, lang }) =>
      lang ? `<pre><code>${hljs.highlight(text, { language: lang }).value}</code></pre>` : false,
  },
  extensions: [
    {
      name: 'math',
      level: 'inline',
      start: (src) => src.indexOf('$'),
      tokenizer(src) {
        const [raw, text] = /^\$([^$\n]+)\$/.exec(src) ?? [];
        return raw === undefined ? undefined : { type: 'math', raw, text };
      },
      renderer: ({ text }) => temml.renderToString(String(text)),
    },
  ],
});

receiveAnswer((element) => (text) => {
  element.innerHTML = marked.parse(text, { async: false });
});
