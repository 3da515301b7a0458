/** So many characters at the end of a name tell two models apart. */
const endLength = 10;

/** A name in one line. Where there is no room it loses its middle: revisions and sizes stand at the end. */
export function ColumnName({ name }: { name: string }) {
  const characters = [...name];
  const cut = Math.max(Math.ceil(characters.length / 2), characters.length - endLength);
  return (
    <>
      <span class="visually-hidden">{name}</span>
      <bdi class="name" dir="auto" aria-hidden="true">
        <span class="clip">{characters.slice(0, cut).join('')}</span>
        <span class="name-end">{characters.slice(cut).join('')}</span>
      </bdi>
    </>
  );
}
