// esbuild gathers these into the page's style sheet.
declare module '*.css';
