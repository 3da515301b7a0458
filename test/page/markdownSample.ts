const longCode = Array.from({ length: 60 }, (_, at) => `step_${at} = prepare(order, stage=${at})`).join('\n');

/** A document with everything that an answer can contain. */
export const everything = `# Everything in one answer

Some *cursive*, **strong**, ***both***, ~~gone~~ and \`inline_code()\` words, a [link](https://handbook.acme.example/refunds), an
address https://acme.example/a?b=c, **\`strong code\`**, [\`linked code\`](https://acme.example), and a footnote[^1]. It costs $5 and $6.

## Lists

- One
- Two, with **strong** words and a text that is long enough to go on in a second line on a narrow page
  - nested
    1. deeper
    2. and numbered
  - back

1. Loose items

   have paragraphs.

   \`\`\`sh
   npm ci && npm test   # inside of an item
   \`\`\`
2. The next one
   | in | a list |
   |---|---|
   | 1 | 2 |

- [x] done
- [ ] to do, with a line that is long enough to go on in a second one on a narrow page, under its words

### Quotes

> A quote with \`code\`,
> - a list
>
> > and a quote in it.

#### Math

Inline $e^{i\\pi} + 1 = 0$ and \\(\\frac{a}{b}\\) in a line, then

$$
\\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2}
$$

\\[
\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix} \\cdot \\sum_{i=1}^{n} x_i \\neq \\left\\{ \\begin{aligned} &0 \\\\ &1 \\end{aligned} \\right. \\quad \\text{a very long formula} \\quad x_1 + x_2 + x_3 + x_4 + x_5 + x_6 + x_7 + x_8
\\]

A broken one: $\\frac{1}{$ and \\(\\href{https://evil.example}{x}\\).

##### Tables

| Left | Center | Right |
| :--- | :-: | ---: |
| short | **2** | 2.50 |
| \`code\` and a [link](https://acme.example) | $x^2$ | 1,000.00 |

| a wide table | with | many | columns | that | do | not | fit | on a | narrow page |
|---|---|---|---|---|---|---|---|---|---|
| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 |

---

\`\`\`ts
// A comment, a keyword, a string, numbers and a template.
export async function refund(order: Order, percent = 100): Promise<Receipt> {
  if (order.days > 14 && !order.isPlus) throw new TooLate(\`\${order.id} is late\`);
  return { id: order.id, amount: (order.total * percent) / 100, currency: 'EUR', note: /as promised/iu.test(order.note) };
}
\`\`\`

\`\`\`diff
-const gone = 1;
+const added = 2;
\`\`\`

\`\`\`python
# ${'A long block. '.repeat(2)}
${longCode}
\`\`\`

<b>Raw HTML</b> stays text, and ![a picture](https://pictures.acme.example/p.png) is named.

[^1]: The text of the footnote.
`;

/** Formulas in lines and on their own, wider than a narrow page too. */
export const formulasInLines = String.raw`For $x \in \mathbb{R}^n$ and $\mathcal{N}(\mathbf{0}, \mathbf{I})$, the loss
$\mathcal{L}(\theta) = -\mathbb{E}_{(x, y_w, y_l) \sim \mathcal{D}}[\log \sigma(\beta\, r_\theta(x, y_w, y_l))]$ is small, so
$\frac{a}{b}$ stands in its line, too.

\[
f(x) = \begin{cases} \left(\frac{x}{2}\right)^2 & \text{if } x \ge 0 \\ -x & \text{otherwise} \end{cases}
\]

\[
\begin{aligned} \operatorname{Var}(X) &= \mathbb{E}[X^2] - \mathbb{E}[X]^2 \\ &= \frac{1}{n}\sum_{i=1}^{n} x_i^2 - \bar{x}^2 \end{aligned}
\]

Thus $\cancel{2}\overline{z}$ and

\[
\boxed{\hat{\beta} = (X^\top X)^{-1} X^\top y}
\]
`;

/** What answers mostly contain. */
export const richText = `# How refunds work

The *short* way, in **three** steps, with \`refund_id\` and ~~no~~ hardly any delay. See
[the handbook](https://handbook.acme.example/refunds?lang=en&id=7) or <mailto:help@acme.example>.

## Steps

1. Find the order
   - by number
   - by mail address
2. Check the date

   A loose item has paragraphs.
3. Send it back

- [x] done
- [ ] to do

> A quote, with a
> second line.

| Plan | Days | Fee |
| :--- | :-: | ---: |
| Basic | 14 | 2.50 |
| Plus, with a long name that needs room | 30 | 0 |

\`\`\`python
# The whole amount, unless it was reduced.
def refund(order: Order, percent: float = 100.0) -> Receipt:
    if order.days > 14 and not order.plus:
        raise TooLate(f"{order.id} is {order.days} days old")
    return Receipt(order.id, amount=order.total * percent / 100, currency="EUR", note="as promised in our terms of service")
\`\`\`

---

<b>Raw HTML</b> stays text, and ![a picture](https://pictures.acme.example/p.png) is named.

\`\`\`
no language
\`\`\`
`;
