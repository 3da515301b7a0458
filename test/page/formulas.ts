/** Well-known formulas in the TeX that models write: algebra to physics, each drawn by the page. */
export const formulas: readonly string[] = String.raw`
\sqrt[3]{x^3 + y^3}
|x| = \begin{cases} x & \text{if } x \ge 0 \\ -x & \text{if } x < 0 \end{cases}
\cfrac{1}{a_1 + \cfrac{1}{a_2 + \cfrac{1}{a_3 + \dotsb}}}
\lceil \log_2 n \rceil
\gcd(a, b) \cdot \operatorname{lcm}(a, b) = |ab|
\begin{aligned} 2x + 3y &= 7 \\ x - y &= 1 \end{aligned}
\begin{align*} f(x) &= (x+1)^2 \\ &= x^2 + 2x + 1 \end{align*}
\begin{align} a &= b \\ c &= d \end{align}
\begin{equation} E = mc^2 \end{equation}
\begin{gather} a = b \\ c = d + e \end{gather}
\begin{split} a &= b + c \\ &= d \end{split}
\overbrace{1 + 2 + \cdots + n}^{\text{sum}}
\sin^2\theta + \cos^2\theta = 1
\tan 2\theta = \frac{2\tan\theta}{1 - \tan^2\theta}
\arctan x = \int_0^x \frac{dt}{1 + t^2}
\sinh x = \frac{e^x - e^{-x}}{2}
\angle ABC = 90^\circ
\triangle ABC \sim \triangle DEF
\lim_{x \to 0} \frac{\sin x}{x} = 1
\iiint_V \nabla \cdot \mathbf{F}\,dV = \oiint_S \mathbf{F} \cdot \mathbf{n}\,dS
\oint_C \mathbf{F} \cdot d\mathbf{r} = \iint_S (\nabla \times \mathbf{F}) \cdot d\mathbf{S}
\frac{\partial^2 u}{\partial x^2} + \frac{\partial^2 u}{\partial y^2} = 0
y'' + \omega^2 y = 0
\mathcal{L}\{f(t)\} = \int_0^\infty e^{-st} f(t)\,dt
\forall \varepsilon > 0\ \exists \delta > 0 : |x - a| < \delta \implies |f(x) - f(a)| < \varepsilon
\limsup_{n\to\infty} a_n, \quad \liminf_{n\to\infty} a_n
\sup_{x \in A} f(x), \inf_{x \in A} f(x)
\det A = \begin{vmatrix} a & b \\ c & d \end{vmatrix} = ad - bc
I_3 = \begin{bmatrix} 1 & 0 & 0 \\ 0 & 1 & 0 \\ 0 & 0 & 1 \end{bmatrix}
\begin{Bmatrix} 1 & 2 \\ 3 & 4 \end{Bmatrix}
\begin{Vmatrix} x \\ y \end{Vmatrix}
\begin{matrix} 1 & 2 \\ 3 & 4 \end{matrix}
\begin{array}{l|r} \text{left} & \text{right} \\ \hline a & b \end{array}
\bigl(\begin{smallmatrix} a & b \\ c & d \end{smallmatrix}\bigr)
A = \begin{pmatrix} a_{11} & \cdots & a_{1n} \\ \vdots & \ddots & \vdots \\ a_{m1} & \cdots & a_{mn} \end{pmatrix}
\operatorname{rank} A + \dim\ker A = n
\lVert x \rVert_2 = \sqrt{\sum_{i} x_i^2}
|\langle u, v \rangle| \le \|u\| \|v\|
\overrightarrow{AB} + \overrightarrow{BC} = \overrightarrow{AC}
f \colon X \rightarrow Y, \quad x \mapsto f(x)
A \setminus B
\overline{A \cup B} = \overline{A} \cap \overline{B}
A \subseteq B \iff A \cap B = A
\varnothing \subsetneq A
\bigcup_{i \in I} A_i, \quad \bigcap_{i=1}^{n} A_i
\aleph_0 < 2^{\aleph_0}
\neg(p \land q) \iff \neg p \lor \neg q
\Gamma \vdash \varphi, \quad \mathcal{M} \models \varphi
\top, \bot, \therefore, \because
x \notin A, \quad x \not\in A, \quad a \neq b
a \equiv b \pmod{n}
a \mid b, \quad a \nmid b
F_n = \frac{\varphi^n - \psi^n}{\sqrt{5}}
\binom{n}{k} = \frac{n!}{k!(n-k)!}
\dbinom{n}{k} + \tbinom{n}{k-1}
{n \choose k}
{n \brace k}
\genfrac{[}{]}{0pt}{}{n}{k}
\sum_{\substack{1 \le i \le n \\ i \text{ odd}}} i
H \trianglelefteq G
\mathfrak{p} \subset \mathcal{O}_K
0 \to A \xrightarrow{f} B \xrightarrow{g} C \to 0
A \xleftarrow{h} B \hookrightarrow C \twoheadrightarrow D
\varinjlim A_i, \quad \varprojlim A_i
\pi_1(S^1) \cong \mathbb{Z}
\partial M = \emptyset
\bigoplus_{i} V_i, \bigotimes_{i} V_i, \coprod_i X_i
\rho_{X,Y} = \frac{\operatorname{Cov}(X, Y)}{\sigma_X \sigma_Y}
P(X = k) = \frac{\lambda^k e^{-\lambda}}{k!}
\chi^2 = \sum_i \frac{(O_i - E_i)^2}{E_i}
\Pr[|X - \mu| \ge k\sigma] \le \frac{1}{k^2}
\hat{\theta}_{\text{MLE}} = \arg\max_\theta \prod_{i=1}^n p(x_i \mid \theta)
\theta_{t+1} = \theta_t - \eta \nabla_\theta \mathcal{L}(\theta_t)
m_t = \beta_1 m_{t-1} + (1 - \beta_1) g_t
\operatorname*{arg\,min}_{\boldsymbol{\theta}} \frac{1}{N}\sum_{n=1}^N \ell(f_{\boldsymbol\theta}(\mathbf{x}_n), y_n)
\mathbf{h}_t = \tanh(\mathbf{W}_h \mathbf{h}_{t-1} + \mathbf{W}_x \mathbf{x}_t + \mathbf{b})
\text{BLEU} = \text{BP} \cdot \exp\Bigl(\sum_{n=1}^{N} w_n \log p_n\Bigr)
Q(s, a) \leftarrow Q(s, a) + \alpha\bigl[r + \gamma \max_{a'} Q(s', a') - Q(s, a)\bigr]
V^\pi(s) = \mathbb{E}_\pi\left[\sum_{t=0}^\infty \gamma^t r_t \,\middle|\, s_0 = s\right]
A \leq_p B
\llbracket e \rrbracket
h(k) = \left\lfloor m (kA \bmod 1) \right\rfloor
a \ll b, \quad a \gg b, \quad a \gtrsim b, \quad a \lesssim b
50\% \text{ of } 200 = 100
\$5.00 + \$3.50 = \$8.50
c = \frac{1}{\sqrt{\mu_0 \varepsilon_0}} \approx 3 \times 10^8\ \mathrm{m/s}
\hat{H} = -\frac{\hbar^2}{2m}\nabla^2 + V(\mathbf{r})
\rho = \sum_i p_i |\psi_i\rangle\langle\psi_i|
\bra{\phi}\ket{\psi}
\Gamma^\lambda{}_{\mu\nu} = \tfrac12 g^{\lambda\sigma}(\partial_\mu g_{\nu\sigma} + \partial_\nu g_{\mu\sigma} - \partial_\sigma g_{\mu\nu})
B(\nu, T) = \frac{2h\nu^3}{c^2}\frac{1}{e^{h\nu/k_BT} - 1}
\mathrm{A} + \mathrm{B} \rightleftharpoons \mathrm{C}
d_1 = \frac{\ln(S/K) + (r + \sigma^2/2)T}{\sigma\sqrt{T}}
\boxed{\displaystyle \int_0^1 x\,dx = \frac{1}{2}}
\cancel{x} + \bcancel{y} + \xcancel{z}
\fbox{text}
\underline{x + y}, \overline{x + y}
\widehat{ABC}, \widetilde{xyz}
\hat{x}, \tilde{x}, \bar{x}, \vec{x}, \dot{x}, \ddot{x}, \check{x}, \breve{x}, \acute{x}, \grave{x}
\overset{!}{=}, \underset{x}{\min}, \stackrel{\text{def}}{=}
x \coloneqq y, \quad x := y
\color{red} x + \textcolor{blue}{y}
\large x + \small y
\displaystyle \sum_{i=1}^n i \quad \textstyle \sum_{i=1}^n i
\hspace{1em} x \hspace{1cm} y \! z \, w \: v \; u \quad t \qquad s
\phantom{x} y \hphantom{xx} z
\mathbf{ABCabc123}, \mathrm{ABCabc}, \mathit{ABCabc}, \mathsf{ABCabc}, \mathtt{ABCabc}
\mathscr{ABCDEFGHIJKLMNOPQRSTUVWXYZ}
\boldsymbol{\alpha + \beta}, \bm{x}, \bm{\Sigma}, \mathbf{\Sigma}, \pmb{\mu}
\textbf{bold} + \textit{italic} + \textrm{roman} + \texttt{mono} + \textsf{sans}
\alpha\beta\gamma\delta\epsilon\varepsilon\zeta\eta\theta\vartheta\iota\kappa\lambda\mu\nu\xi\pi\varpi\rho\varrho\sigma\varsigma\tau\upsilon\phi\varphi\chi\psi\omega
\Gamma\Delta\Theta\Lambda\Xi\Pi\Sigma\Upsilon\Phi\Psi\Omega
\hbar, \ell, \wp, \Re, \Im, \aleph, \infty, \partial, \nabla, \imath, \jmath
\pm \mp \times \div \cdot \ast \star \circ \bullet \oplus \ominus \otimes \oslash \odot
\leq \geq \neq \approx \equiv \sim \simeq \cong \propto \prec \succ \subset \supset \in \ni \mid \parallel \perp
\leftarrow \rightarrow \leftrightarrow \Leftarrow \Rightarrow \Leftrightarrow \mapsto \longrightarrow \uparrow \downarrow \nearrow \searrow \leadsto
\cdots \ldots \vdots \ddots \dots
\big( \Big( \bigg( \Bigg( x \Bigg) \bigg) \Big) \big)
x\tag{1}
x = y \tag*{(*)}
\text{für } x \ge 0, \text{ каждый } y
x \text{ при } y
\not\equiv, \not\subset, \nleq, \ngeq
\sideset{}{'}\sum_{i}
x'_i, x''^2
\prescript{14}{6}{\mathrm{C}}
\rule{2em}{0.4pt}
\begin{rcases} a \\ b \end{rcases} \Rightarrow c
\begin{dcases} \frac{1}{x} & x \ne 0 \\ 0 & \text{otherwise} \end{dcases}
\begin{alignedat}{2} x &= 1 &\quad y &= 2 \\ z &= 3 & w &= 4 \end{alignedat}
\begin{subarray}{c} a \\ b \end{subarray}
\mathop{\mathrm{argmax}}\limits_{x}
\mathbin{\#}, \mathrel{R}
\underbrace{x}_{\mathclap{\text{long text}}}
\smash{\frac{1}{2}}, \raisebox{2pt}{$x$}
∀x ∈ ℝ: x² ≥ 0
α + β ≤ γ
x₁ + x₂
√2 ≈ 1.414
a ≠ b, a → b, ∑ xᵢ
`
  .trim()
  .split('\n');
