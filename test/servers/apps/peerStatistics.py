# What scipy, statsmodels and evalstats find where statisticsCases.ts has our functions: INPUT.json OUTPUT.json.
# Each function takes a table's input and returns the numbers of each oracle. Where a definition of theirs differs from ours, what they
# are given makes up for it, as is said there.
import json
import sys
import warnings
from importlib.metadata import version

import numpy as np
from evalstats import ppi
from evalstats.alignment import _compute_alignment_metrics
from evalstats.core.resampling import bonett_price_paired_ci, newcombe_mover_paired_ci, t_interval_ci_1d, wilson_ci
from evalstats.core.stats_utils import correct_pvalues
from evalstats.tests import _mcnemar_midp_p, _mcnemar_p, _paired_sign_test_p, _paired_signflip_pvalue
from scipy import stats
from scipy.special import betaln
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.meta_analysis import combine_effects
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

warnings.simplefilter("ignore")
random = np.random.default_rng(1998)


def cut(interval, least, most=1.0):
    return [max(least, float(interval[0])), min(most, float(interval[1]))]


def signs(wins, losses):
    return np.repeat([1.0, -1.0], [wins, losses])


def sides(table):
    """The other's and the base's scores: both pass, the other alone, the base alone, neither."""
    return np.repeat([1, 1, 0, 0], table), np.repeat([1, 0, 1, 0], table)


def sign_test(case):
    wins, losses = case
    return {
        "scipy binomtest": [stats.binomtest(wins, wins + losses).pvalue],
        "evalstats _paired_sign_test_p": [_paired_sign_test_p(signs(wins, losses))],
    }


def exact_mcnemar(table):
    """Left to itself, evalstats takes the mid-p test."""
    both, only_other, only_base, neither = table
    square = [[both, only_other], [only_base, neither]]
    return {
        "statsmodels mcnemar": [mcnemar(square, exact=True).pvalue],
        "evalstats _mcnemar_p": [_mcnemar_p(*sides(table))],
        "evalstats _mcnemar_midp_p, another method": [_mcnemar_midp_p(*sides(table))],
    }


def newcombe(table):
    """Left to itself, evalstats takes Bonett and Price's interval."""
    return {
        "evalstats newcombe_mover_paired_ci": newcombe_mover_paired_ci(*sides(table)),
        "evalstats bonett_price_paired_ci, another method": bonett_price_paired_ci(*sides(table)),
    }


def phi(table):
    """Pearson's, less Newcombe's correction where it is above 0, which no package has on its own."""
    both, only_other, only_base, neither = table
    other, base = sides(table)
    if other.std() * base.std() == 0:
        return {"scipy pearsonr, corrected here": [0.0]}
    r = stats.pearsonr(other, base).statistic
    correction = 1 / (2 * len(other) * other.std() * base.std())
    return {"scipy pearsonr, corrected here": [max(0.0, r - correction) if r > 0 else r]}


def wilson(case):
    passed, failed = case
    count = passed + failed
    return {
        "scipy proportion_ci": stats.binomtest(passed, count).proportion_ci(method="wilson"),
        "statsmodels proportion_confint": proportion_confint(passed, count, method="wilson"),
        "evalstats wilson_ci": wilson_ci(passed, count, 0.05),
    }


def holm(ps):
    return {
        "statsmodels multipletests": multipletests(ps, method="holm")[1],
        "evalstats correct_pvalues": correct_pvalues(np.array(ps), "holm"),
    }


def kappa(counts):
    """Statsmodels' interval may leave the range from -1 to 1; ours is cut there."""
    found = cohens_kappa(np.array(counts).reshape(3, 3))
    return {"statsmodels cohens_kappa": [found.kappa, *cut([found.kappa_low, found.kappa_upp], -1.0)]}


def kappa_of_two(counts):
    """Evalstats' interval is a bootstrap, which is not compared."""
    found = _compute_alignment_metrics(*sides(counts), score_type="binary", alpha=0.05, rng=random, ci=False)
    return {
        "statsmodels cohens_kappa": [cohens_kappa(np.array(counts).reshape(2, 2)).kappa],
        "evalstats judge alignment": [found["cohens_kappa"]["estimate"]],
    }


def t_intervals(values, pseudo, least):
    """The pseudo-units are ours: nobody adds them to a t interval. Evalstats would take another interval for such scores."""
    values = np.array([*values, *pseudo])
    interval = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    return {
        "scipy ttest_1samp, with the pseudo-units": cut(interval, least),
        "statsmodels tconfint_mean, with the pseudo-units": cut(DescrStatsW(values).tconfint_mean(), least),
        "evalstats t_interval_ci_1d, with the pseudo-units": cut(t_interval_ci_1d(values, 0.05), least),
    }


def t_test(values):
    return {"scipy ttest_1samp": [stats.ttest_1samp(values, 0).pvalue]}


def quantile(freedom):
    return {"scipy t.ppf": [stats.t.ppf(0.975, freedom)]}


def sign_flip(values):
    """In twelfths, since both take sums for different that differ by rounding alone. Evalstats draws flips, and adds the found one."""
    twelfths = np.round(np.array(values) * 12)
    exact = stats.permutation_test((twelfths,), np.sum, permutation_type="samples", n_resamples=np.inf)
    drawn = _paired_signflip_pvalue(twelfths, statistic="mean", n_samples=20_000, rng=random)
    return {"scipy permutation_test": [exact.pvalue], "evalstats _paired_signflip_pvalue, at random": [drawn]}


def e_value(case):
    wins, losses = case
    log = (wins + losses) * np.log(2) + betaln(4 + wins, 4 + losses) - betaln(4, 4)
    return {"scipy betaln, as logarithm": [log]}


def corrected_judge(case):
    """Their rectified mean without a weight for the judge: ours trusts it as it stands. They leave the rated units out of the judge's; here
    all are given, as ours takes them."""
    judged, of_judge, of_person = case
    found = ppi.correct(
        np.mean,
        Y_lab=np.array(of_person),
        Y_hat_lab=np.array(of_judge),
        Y_hat_unlab=np.array(judged),
        power_tune=False,
        backend="analytic",
    )
    return {"evalstats ppi.correct, within half a point": cut([found.ci_low, found.ci_high], 0.0)}


def tags(differences):
    """Their variance is the sample's, of the units and of two more, 1 and −1."""
    own = [np.array([*each, 1, -1]) for each in differences]
    means, variances = np.array([(each.mean(), each.var() / len(each)) for each in own]).T
    found = combine_effects(means, variances)
    return {"statsmodels combine_effects": [stats.chi2.sf(found.q, len(own) - 1)]}


oracles = {
    "a judge corrected by ratings": corrected_judge,
    "sign test": sign_test,
    "McNemar's exact test, in a verdict": exact_mcnemar,
    "Newcombe's method 10, in a verdict": newcombe,
    "φ of pairs": phi,
    "Wilson": wilson,
    "Holm": holm,
    "Cohen’s κ with its interval": kappa,
    "Cohen’s κ of yes and no": kappa_of_two,
    "interval of a mean difference": lambda values: t_intervals(values, [1, -1], -1.0),
    "interval of a mean rate": lambda values: t_intervals(values, [1, 1, 0, 0], 0.0),
    "t test of a mean": t_test,
    "quantile of Student’s t": quantile,
    "sign flip of few": sign_flip,
    "sign flip of wins and losses": sign_test,
    "e-value": e_value,
    "whether a difference depends on the tag": tags,
}

with open(sys.argv[1], encoding="utf-8") as file:
    inputs = json.load(file)
results = {}
for what, cases in inputs.items():
    results[what] = {}
    for case in cases:
        for oracle, numbers in oracles[what](case).items():
            results[what].setdefault(oracle, []).append([float(number) for number in numbers])
with open(sys.argv[2], "w", encoding="utf-8") as file:
    json.dump(results, file)
print(", ".join(f"{name} {version(name)}" for name in ["scipy", "statsmodels", "evalstats"]))
