// Parts of a regular expression's class, for the flag `u`.

/** Line breaks and other controls; line and paragraph separators. */
const controls = String.raw`\p{Cc}\p{Zl}\p{Zp}`;
/** Bidi marks, zero-width characters, tags. */
const formats = String.raw`\p{Cf}`;
/** Drawn as nothing: fillers and joiners, variation selectors. */
const ignorable = String.raw`\p{Default_Ignorable_Code_Point}`;

/** Characters that nobody sees, and that can hide text or draw it as another. */
export const invisible = controls + formats + ignorable;

/** Matches each of them. */
export const invisibles = new RegExp(`[${invisible}]`, 'gu');
