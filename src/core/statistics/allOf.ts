/**
 * Returns how often all of `k` answers pass, if they are drawn from `of` answers of which `passed` did: C(passed, k) / C(of, k), which is
 * called pass^k. `undefined` if there are fewer than k. Source: S. Yao, N. Shinn, P. Razavi and K. Narasimhan, "τ-bench: A benchmark for
 * tool-agent-user interaction in real-world domains" (2024), arXiv:2406.12045.
 */
export function allOf(k: number, passed: number, of: number): number | undefined {
  if (of < k) return undefined;
  let share = 1;
  for (let drawn = 0; drawn < k; drawn++) share *= Math.max(0, passed - drawn) / (of - drawn);
  return share;
}
