/** Well-known formulas in the TeX that models write: algebra to physics, each drawn by the page. */
export const formulas: readonly string[] = String.raw`
x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}
a^2 + b^2 = c^2
(a + b)^n = \sum_{k=0}^{n} \binom{n}{k} a^{n-k} b^k
a^2 - b^2 = (a - b)(a + b)
\sqrt[3]{x^3 + y^3}
\log_b(xy) = \log_b x + \log_b y
\left(\frac{a}{b}\right)^{-n} = \left(\frac{b}{a}\right)^{n}
|x| = \begin{cases} x & \text{if } x \ge 0 \\ -x & \text{if } x < 0 \end{cases}
\frac{1}{1 + \frac{1}{1 + \frac{1}{x}}}
\cfrac{1}{a_1 + \cfrac{1}{a_2 + \cfrac{1}{a_3 + \dotsb}}}
\prod_{k=1}^{n} k = n!
\sum_{i=1}^{n} i = \frac{n(n+1)}{2}
\sum_{k=0}^{\infty} ar^k = \frac{a}{1 - r}, \quad |r| < 1
x_{1,2} = \tfrac{1}{2}\left(-p \pm \sqrt{p^2 - 4q}\right)
\lfloor x \rfloor \le x < \lfloor x \rfloor + 1
\lceil \log_2 n \rceil
\gcd(a, b) \cdot \operatorname{lcm}(a, b) = |ab|
\begin{aligned} 2x + 3y &= 7 \\ x - y &= 1 \end{aligned}
\begin{align*} f(x) &= (x+1)^2 \\ &= x^2 + 2x + 1 \end{align*}
\begin{align} a &= b \\ c &= d \end{align}
\begin{equation} E = mc^2 \end{equation}
\begin{gather} a = b \\ c = d + e \end{gather}
\begin{split} a &= b + c \\ &= d \end{split}
\underbrace{a + a + \cdots + a}_{n \text{ times}} = na
\overbrace{1 + 2 + \cdots + n}^{\text{sum}}
e^{i\pi} + 1 = 0
e^{ix} = \cos x + i \sin x
z = re^{i\theta}, \quad \bar{z} = re^{-i\theta}
|z|^2 = z\overline{z}
\Re(z) = \frac{z + \bar z}{2}, \qquad \Im(z) = \frac{z - \bar z}{2i}
\sin^2\theta + \cos^2\theta = 1
\sin(\alpha \pm \beta) = \sin\alpha\cos\beta \pm \cos\alpha\sin\beta
\tan 2\theta = \frac{2\tan\theta}{1 - \tan^2\theta}
c^2 = a^2 + b^2 - 2ab\cos\gamma
\frac{a}{\sin\alpha} = \frac{b}{\sin\beta} = \frac{c}{\sin\gamma} = 2R
\arctan x = \int_0^x \frac{dt}{1 + t^2}
\sinh x = \frac{e^x - e^{-x}}{2}
\angle ABC = 90^\circ
\triangle ABC \sim \triangle DEF
\overline{AB} \parallel \overline{CD}, \quad AB \perp CD
V = \frac{4}{3}\pi r^3
\lim_{x \to 0} \frac{\sin x}{x} = 1
\lim_{n \to \infty} \left(1 + \frac{1}{n}\right)^n = e
f'(x) = \lim_{h \to 0} \frac{f(x + h) - f(x)}{h}
\frac{d}{dx} x^n = nx^{n-1}
\frac{\mathrm{d}y}{\mathrm{d}x} = \frac{\mathrm{d}y}{\mathrm{d}u} \cdot \frac{\mathrm{d}u}{\mathrm{d}x}
(fg)' = f'g + fg'
f''(x) = g^{(4)}(x)
\int_a^b f(x)\,dx = F(b) - F(a)
\int u\,dv = uv - \int v\,du
\int_{-\infty}^{\infty} e^{-x^2}\,dx = \sqrt{\pi}
\iint_D f(x, y)\,dA
\iiint_V \nabla \cdot \mathbf{F}\,dV = \oiint_S \mathbf{F} \cdot \mathbf{n}\,dS
\oint_C \mathbf{F} \cdot d\mathbf{r} = \iint_S (\nabla \times \mathbf{F}) \cdot d\mathbf{S}
f(x) = \sum_{n=0}^{\infty} \frac{f^{(n)}(a)}{n!}(x - a)^n
\frac{\partial f}{\partial x}\bigg|_{x=a}
\left.\frac{df}{dx}\right|_{x=0}
\frac{\partial^2 u}{\partial x^2} + \frac{\partial^2 u}{\partial y^2} = 0
\nabla f = \left( \frac{\partial f}{\partial x}, \frac{\partial f}{\partial y}, \frac{\partial f}{\partial z} \right)
\frac{\partial u}{\partial t} = \alpha \nabla^2 u
\nabla^2 \varphi = \Delta\varphi
\frac{dy}{dx} + P(x)y = Q(x)
y'' + \omega^2 y = 0
\dot{x} = Ax + Bu, \quad \ddot{x} = -\omega^2 x
\Gamma(z) = \int_0^\infty t^{z-1}e^{-t}\,dt
\zeta(s) = \sum_{n=1}^\infty \frac{1}{n^s} = \prod_{p \text{ prime}} \frac{1}{1 - p^{-s}}
\hat{f}(\xi) = \int_{-\infty}^{\infty} f(x) e^{-2\pi i x \xi}\,dx
\mathcal{F}\{f\}(\omega)
\mathcal{L}\{f(t)\} = \int_0^\infty e^{-st} f(t)\,dt
f(x) = \frac{a_0}{2} + \sum_{n=1}^{\infty} \left(a_n \cos nx + b_n \sin nx\right)
X_k = \sum_{n=0}^{N-1} x_n e^{-\frac{2\pi i}{N}kn}
\forall \varepsilon > 0\ \exists \delta > 0 : |x - a| < \delta \implies |f(x) - f(a)| < \varepsilon
\limsup_{n\to\infty} a_n, \quad \liminf_{n\to\infty} a_n
\sup_{x \in A} f(x), \inf_{x \in A} f(x)
\oint_\gamma \frac{f(z)}{z - a}\,dz = 2\pi i f(a)
\operatorname{Res}(f, a)
A = \begin{pmatrix} a & b \\ c & d \end{pmatrix}
\det A = \begin{vmatrix} a & b \\ c & d \end{vmatrix} = ad - bc
I_3 = \begin{bmatrix} 1 & 0 & 0 \\ 0 & 1 & 0 \\ 0 & 0 & 1 \end{bmatrix}
\begin{Bmatrix} 1 & 2 \\ 3 & 4 \end{Bmatrix}
\begin{Vmatrix} x \\ y \end{Vmatrix}
\begin{matrix} 1 & 2 \\ 3 & 4 \end{matrix}
\left[\begin{array}{cc|c} 1 & 2 & 3 \\ 4 & 5 & 6 \end{array}\right]
\begin{array}{l|r} \text{left} & \text{right} \\ \hline a & b \end{array}
\bigl(\begin{smallmatrix} a & b \\ c & d \end{smallmatrix}\bigr)
A = \begin{pmatrix} a_{11} & \cdots & a_{1n} \\ \vdots & \ddots & \vdots \\ a_{m1} & \cdots & a_{mn} \end{pmatrix}
A\mathbf{x} = \lambda\mathbf{x}
\det(A - \lambda I) = 0
A^{-1} = \frac{1}{\det A}\operatorname{adj}(A)
A = U\Sigma V^\top
A^{\mathsf{T}}A = I
\operatorname{tr}(AB) = \operatorname{tr}(BA)
\operatorname{rank} A + \dim\ker A = n
\mathbf{u} \cdot \mathbf{v} = \|\mathbf{u}\|\,\|\mathbf{v}\|\cos\theta
\lVert x \rVert_2 = \sqrt{\sum_{i} x_i^2}
\langle u, v \rangle = \sum_{i=1}^n u_i \overline{v_i}
|\langle u, v \rangle| \le \|u\| \|v\|
\vec{a} \times \vec{b} = \begin{vmatrix} \hat{i} & \hat{j} & \hat{k} \\ a_1 & a_2 & a_3 \\ b_1 & b_2 & b_3 \end{vmatrix}
\overrightarrow{AB} + \overrightarrow{BC} = \overrightarrow{AC}
u \otimes v, \quad V \oplus W
\mathbf{v}^\perp
e^{A} = \sum_{k=0}^\infty \frac{A^k}{k!}
x \in \mathbb{R}
\mathbb{N} \subset \mathbb{Z} \subset \mathbb{Q} \subset \mathbb{R} \subset \mathbb{C}
f : \mathbb{R}^n \to \mathbb{R}^m
f \colon X \rightarrow Y, \quad x \mapsto f(x)
A \cup B = \{x : x \in A \lor x \in B\}
A \cap B = \{x \mid x \in A \land x \in B\}
A \setminus B
\overline{A \cup B} = \overline{A} \cap \overline{B}
A \subseteq B \iff A \cap B = A
\emptyset \neq \{\emptyset\}
\varnothing \subsetneq A
\mathcal{P}(A)
|A \times B| = |A| \cdot |B|
\bigcup_{i \in I} A_i, \quad \bigcap_{i=1}^{n} A_i
\aleph_0 < 2^{\aleph_0}
p \implies q \equiv \neg p \lor q
\neg(p \land q) \iff \neg p \lor \neg q
\exists! x\, P(x)
\Gamma \vdash \varphi, \quad \mathcal{M} \models \varphi
\top, \bot, \therefore, \because
p \oplus q
A \Rightarrow B \Leftarrow C
x \notin A, \quad x \not\in A, \quad a \neq b
a \equiv b \pmod{n}
a \bmod n
a \mid b, \quad a \nmid b
\varphi(n) = n \prod_{p \mid n} \left(1 - \frac{1}{p}\right)
a^{p-1} \equiv 1 \pmod p
\left(\frac{a}{p}\right)
\pi(x) \sim \frac{x}{\ln x}
F_n = \frac{\varphi^n - \psi^n}{\sqrt{5}}
\binom{n}{k} = \frac{n!}{k!(n-k)!}
\dbinom{n}{k} + \tbinom{n}{k-1}
{n \choose k}
{n \brace k}
\genfrac{[}{]}{0pt}{}{n}{k}
\sum_{\substack{1 \le i \le n \\ i \text{ odd}}} i
\sum\limits_{i=1}^n x_i, \quad \int\limits_0^1 x\,dx
\mathbb{Z}/n\mathbb{Z} \cong C_n
G / \ker\varphi \cong \operatorname{im}\varphi
H \trianglelefteq G
[G : H] = |G| / |H|
\operatorname{Hom}(A, B), \operatorname{Aut}(G), \mathrm{GL}_n(\mathbb{F}_q)
\mathfrak{g} = \mathfrak{sl}_2(\mathbb{C})
\mathfrak{p} \subset \mathcal{O}_K
\mathfrak{A}, \mathfrak{C}, \mathfrak{H}, \mathfrak{I}, \mathfrak{R}, \mathfrak{Z}
0 \to A \xrightarrow{f} B \xrightarrow{g} C \to 0
A \xleftarrow{h} B \hookrightarrow C \twoheadrightarrow D
\varinjlim A_i, \quad \varprojlim A_i
\pi_1(S^1) \cong \mathbb{Z}
H^n(X; \mathbb{Z})
\chi = V - E + F = 2 - 2g
\partial M = \emptyset
\int_M d\omega = \int_{\partial M} \omega
\bigoplus_{i} V_i, \bigotimes_{i} V_i, \coprod_i X_i
P(A \mid B) = \frac{P(B \mid A)\,P(A)}{P(B)}
P(A \cup B) = P(A) + P(B) - P(A \cap B)
\mathbb{E}[X] = \sum_x x\,P(X = x)
\mathbb{E}\left[X\right] = \int_{-\infty}^{\infty} x f(x)\,dx
\operatorname{Var}(X) = \mathbb{E}[X^2] - \mathbb{E}[X]^2
\mathrm{Cov}(X, Y) = \mathbb{E}[(X - \mu_X)(Y - \mu_Y)]
\rho_{X,Y} = \frac{\operatorname{Cov}(X, Y)}{\sigma_X \sigma_Y}
f(x) = \frac{1}{\sigma\sqrt{2\pi}} e^{-\frac{1}{2}\left(\frac{x - \mu}{\sigma}\right)^2}
X \sim \mathcal{N}(\mu, \sigma^2)
P(X = k) = \binom{n}{k} p^k (1 - p)^{n-k}
P(X = k) = \frac{\lambda^k e^{-\lambda}}{k!}
\bar{x} = \frac{1}{n} \sum_{i=1}^{n} x_i
s^2 = \frac{1}{n-1}\sum_{i=1}^n (x_i - \bar{x})^2
z = \frac{x - \mu}{\sigma}
t = \frac{\bar{X} - \mu_0}{s / \sqrt{n}}
\chi^2 = \sum_i \frac{(O_i - E_i)^2}{E_i}
\hat{p} \pm z_{\alpha/2}\sqrt{\frac{\hat{p}(1 - \hat{p})}{n}}
\Pr[|X - \mu| \ge k\sigma] \le \frac{1}{k^2}
X_n \xrightarrow{d} X, \quad X_n \xrightarrow{p} X
\hat{\theta}_{\text{MLE}} = \arg\max_\theta \prod_{i=1}^n p(x_i \mid \theta)
\hat{\beta} = (X^\top X)^{-1} X^\top y
R^2 = 1 - \frac{SS_{\text{res}}}{SS_{\text{tot}}}
\perp\!\!\!\perp
\mathbf{1}_{A}(x), \quad \mathbb{1}_{A}(x)
\operatorname{softmax}(z)_i = \frac{e^{z_i}}{\sum_j e^{z_j}}
\mathrm{Attention}(Q, K, V) = \mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V
W' = W + \Delta W = W + \frac{\alpha}{r}BA
\sigma(x) = \frac{1}{1 + e^{-x}}
\text{ReLU}(x) = \max(0, x)
\mathcal{L} = -\sum_{i} y_i \log \hat{y}_i
D_{\mathrm{KL}}(P \parallel Q) = \sum_x P(x) \log \frac{P(x)}{Q(x)}
H(X) = -\sum_{x \in \mathcal{X}} p(x) \log_2 p(x)
\theta_{t+1} = \theta_t - \eta \nabla_\theta \mathcal{L}(\theta_t)
m_t = \beta_1 m_{t-1} + (1 - \beta_1) g_t
\mathcal{L}_{\text{DPO}}(\pi_\theta) = -\mathbb{E}_{(x, y_w, y_l) \sim \mathcal{D}}\left[\log \sigma\left(\beta \log \frac{\pi_\theta(y_w \mid x)}{\pi_{\text{ref}}(y_w \mid x)}\right)\right]
\operatorname*{arg\,min}_{\boldsymbol{\theta}} \frac{1}{N}\sum_{n=1}^N \ell(f_{\boldsymbol\theta}(\mathbf{x}_n), y_n)
\mathbf{h}_t = \tanh(\mathbf{W}_h \mathbf{h}_{t-1} + \mathbf{W}_x \mathbf{x}_t + \mathbf{b})
\mathrm{PPL} = \exp\left(-\frac{1}{N}\sum_{i=1}^N \log p(w_i \mid w_{<i})\right)
F_1 = 2 \cdot \frac{\text{precision} \cdot \text{recall}}{\text{precision} + \text{recall}}
\text{BLEU} = \text{BP} \cdot \exp\Bigl(\sum_{n=1}^{N} w_n \log p_n\Bigr)
Q(s, a) \leftarrow Q(s, a) + \alpha\bigl[r + \gamma \max_{a'} Q(s', a') - Q(s, a)\bigr]
V^\pi(s) = \mathbb{E}_\pi\left[\sum_{t=0}^\infty \gamma^t r_t \,\middle|\, s_0 = s\right]
\mathbf{x}^{(i)} \odot \mathbf{w}
O(n \log n), \quad \Theta(n^2), \quad \Omega(1)
T(n) = 2T\left(\frac{n}{2}\right) + O(n)
T(n) = \mathcal{O}\!\left(n^{\log_2 7}\right)
\mathsf{P} \subseteq \mathsf{NP} \subseteq \mathsf{PSPACE}
\texttt{len}(\mathtt{xs}) = n
f(n) \in o(g(n)) \text{ as } n \to \infty
A \leq_p B
\lambda x.\, x\,x
\frac{\Gamma, x : \sigma \vdash e : \tau}{\Gamma \vdash \lambda x. e : \sigma \to \tau}
\{P\}\ S\ \{Q\}
\llbracket e \rrbracket
h(k) = \left\lfloor m (kA \bmod 1) \right\rfloor
a \ll b, \quad a \gg b, \quad a \gtrsim b, \quad a \lesssim b
a \oplus b = (a \lor b) \land \neg(a \land b)
1024 = 2^{10}
50\% \text{ of } 200 = 100
\$5.00 + \$3.50 = \$8.50
1{,}000{,}000
E = mc^2
E^2 = (pc)^2 + (m_0c^2)^2
F = ma = m\frac{d^2x}{dt^2}
\vec{F} = m\vec{a}
F = G\frac{m_1 m_2}{r^2}
v^2 = v_0^2 + 2a\,\Delta x
s = v_0 t + \tfrac{1}{2}at^2
T = 2\pi\sqrt{\frac{\ell}{g}}
W = \int_{a}^{b} \vec{F} \cdot d\vec{s}
\frac{d}{dt}\frac{\partial L}{\partial \dot{q}_i} - \frac{\partial L}{\partial q_i} = 0
\mathcal{H} = \sum_i p_i \dot{q}_i - \mathcal{L}
\nabla \cdot \mathbf{E} = \frac{\rho}{\varepsilon_0}
\nabla \cdot \mathbf{B} = 0
\nabla \times \mathbf{E} = -\frac{\partial \mathbf{B}}{\partial t}
\nabla \times \mathbf{B} = \mu_0\mathbf{J} + \mu_0\varepsilon_0\frac{\partial \mathbf{E}}{\partial t}
c = \frac{1}{\sqrt{\mu_0 \varepsilon_0}} \approx 3 \times 10^8\ \mathrm{m/s}
U = RI, \quad P = UI
i\hbar\frac{\partial}{\partial t}\Psi(\mathbf{r}, t) = \hat{H}\Psi(\mathbf{r}, t)
\hat{H} = -\frac{\hbar^2}{2m}\nabla^2 + V(\mathbf{r})
\Delta x\,\Delta p \geq \frac{\hbar}{2}
[\hat{x}, \hat{p}] = i\hbar
\langle \psi | \hat{A} | \psi \rangle
\left| \psi \right\rangle = \alpha \left| 0 \right\rangle + \beta \left| 1 \right\rangle
|0\rangle\langle 0|
\rho = \sum_i p_i |\psi_i\rangle\langle\psi_i|
\bra{\phi}\ket{\psi}
(i\gamma^\mu\partial_\mu - m)\psi = 0
R_{\mu\nu} - \tfrac{1}{2}Rg_{\mu\nu} + \Lambda g_{\mu\nu} = \frac{8\pi G}{c^4}T_{\mu\nu}
ds^2 = -c^2dt^2 + dx^2 + dy^2 + dz^2
\gamma = \frac{1}{\sqrt{1 - v^2/c^2}}
\Gamma^\lambda{}_{\mu\nu} = \tfrac12 g^{\lambda\sigma}(\partial_\mu g_{\nu\sigma} + \partial_\nu g_{\mu\sigma} - \partial_\sigma g_{\mu\nu})
\mathscr{L} = -\frac{1}{4}F_{\mu\nu}F^{\mu\nu}
S = k_B \ln W
pV = nRT
\Delta G = \Delta H - T\Delta S
Z = \sum_i e^{-\beta E_i}
B(\nu, T) = \frac{2h\nu^3}{c^2}\frac{1}{e^{h\nu/k_BT} - 1}
\lambda = \frac{h}{p}
n_1\sin\theta_1 = n_2\sin\theta_2
\rho\left(\frac{\partial \mathbf{u}}{\partial t} + \mathbf{u} \cdot \nabla\mathbf{u}\right) = -\nabla p + \mu\nabla^2\mathbf{u} + \mathbf{f}
25\,^\circ\mathrm{C}
9.81\ \mathrm{m\,s^{-2}}
\mathrm{H_2O}, \quad \mathrm{CO_2}, \quad \mathrm{SO_4^{2-}}
{}^{14}_{6}\mathrm{C} \to {}^{14}_{7}\mathrm{N} + e^- + \bar{\nu}_e
2\mathrm{H}_2 + \mathrm{O}_2 \rightarrow 2\mathrm{H}_2\mathrm{O}
\mathrm{A} + \mathrm{B} \rightleftharpoons \mathrm{C}
K_a = \frac{[\mathrm{H}^+][\mathrm{A}^-]}{[\mathrm{HA}]}
\mathrm{pH} = -\log_{10}[\mathrm{H}^+]
k = Ae^{-E_a/RT}
FV = PV(1 + r)^n
\text{NPV} = \sum_{t=0}^{T} \frac{C_t}{(1 + r)^t}
M = P\frac{r(1 + r)^n}{(1 + r)^n - 1}
C = S\,N(d_1) - Ke^{-rT}N(d_2)
d_1 = \frac{\ln(S/K) + (r + \sigma^2/2)T}{\sigma\sqrt{T}}
\text{Sharpe} = \frac{\mathbb{E}[R_p - R_f]}{\sigma_p}
\boxed{x = 42}
\boxed{\displaystyle \int_0^1 x\,dx = \frac{1}{2}}
\cancel{x} + \bcancel{y} + \xcancel{z}
\frac{\cancel{2}x}{\cancel{2}} = x
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
\mathcal{ABCDEFGHIJKLMNOPQRSTUVWXYZ}
\mathscr{ABCDEFGHIJKLMNOPQRSTUVWXYZ}
\mathfrak{ABCDEFGHIJKLMNOPQRSTUVWXYZabcxyz}
\mathbb{ABCDEFGHIJKLMNOPQRSTUVWXYZ}
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
\left\{ \left[ \left( \left| \left\| x \right\| \right| \right) \right] \right\}
\left\langle x, y \right\rangle
x\tag{1}
x = y \tag*{(*)}
\text{if } x > 0 \text{ and } y = \text{"quoted"}
\text{where $x$ is real}
\text{für } x \ge 0, \text{ каждый } y
x \text{ при } y
\not\equiv, \not\subset, \nleq, \ngeq
\sideset{}{'}\sum_{i}
x^{y^{z^{w}}}
x_{i_{j_k}}
{}_a^b X_c^d
x'_i, x''^2
\prescript{14}{6}{\mathrm{C}}
\sqrt{1 + \sqrt{1 + \sqrt{1 + \sqrt{x}}}}
\rule{2em}{0.4pt}
\begin{rcases} a \\ b \end{rcases} \Rightarrow c
\begin{dcases} \frac{1}{x} & x \ne 0 \\ 0 & \text{otherwise} \end{dcases}
\begin{alignedat}{2} x &= 1 &\quad y &= 2 \\ z &= 3 & w &= 4 \end{alignedat}
\begin{subarray}{c} a \\ b \end{subarray}
\mathop{\mathrm{argmax}}\limits_{x}
\mathbin{\#}, \mathrel{R}
\underbrace{x}_{\mathclap{\text{long text}}}
\smash{\frac{1}{2}}, \raisebox{2pt}{$x$}
\mathbb{R}_{\geq 0}, \mathbb{Z}^{+}, \mathbb{H}, \mathbb{k}
\mathcal{A}, \mathcal{B}, \mathcal{C}, \mathcal{D}, \mathcal{G}, \mathcal{S}, \mathcal{T}, \mathcal{U}, \mathcal{V}, \mathcal{X}
\mathbf{0}, \mathbf{1}, \mathbb{0}
∀x ∈ ℝ: x² ≥ 0
α + β ≤ γ
x₁ + x₂
√2 ≈ 1.414
a ≠ b, a → b, ∑ xᵢ
`
  .trim()
  .split('\n');
