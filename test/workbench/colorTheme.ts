/** The value of `workbench.colorTheme` in the newest version; 1.110 says "Default Light Modern". */
export const colorThemes = {
  light: 'Light Modern',
  dark: 'Dark Modern',
  contrast: 'Default High Contrast',
} as const;
