/** Max number of characters that are kept at the end of a name, where models differ; min length of a name that is cut. */
const endLength = 10;
const leastCut = 5;

/** Shows a name on one line. If there is no room, its middle is cut, since revisions and sizes are at the end. */
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
