/** So many characters at the end of a name tell two models apart; names without a middle have fewer than the second. */
const endLength = 10;
const leastCut = 5;

/** A name in one line. Where there is no room it loses its middle: revisions and sizes stand at the end. */
export function ModelName({ name }: { name: string }) {
  const characters = [...name];
  const { length } = characters;
  const cut = length < leastCut ? length : Math.max(Math.ceil(length / 2), length - endLength);
  return (
    <bdi class="name" dir="auto">
      <span class="visually-hidden">{name}</span>
      <span class="clip" aria-hidden="true">
        {characters.slice(0, cut).join('')}
      </span>
      <span class="name-end" aria-hidden="true">
        {characters.slice(cut).join('')}
      </span>
    </bdi>
  );
}
