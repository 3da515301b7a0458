/** The 97.5 % quantile of the normal distribution: all intervals are 95 % ones. */
export const z = 1.959963984540054;
