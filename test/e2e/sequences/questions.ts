import type { Workbench } from '../../workbench/workbench.ts';
import type { Named } from './agreements.ts';
import type { SequenceWorld } from './sequenceWorld.ts';

/** The text of the input box above and below its field. */
export async function promptOf({ quickInput }: Workbench): Promise<string> {
  return plain(await quickInput.locator('.quick-input-message').innerText());
}

export async function titleOf({ quickInput }: Workbench): Promise<string> {
  return plain(await quickInput.locator('.quick-input-title').innerText());
}

/** The entries that the question about many names: "… (host): a (deployed), b. 1 of 2 deployed. …". */
export async function namedInMany(world: SequenceWorld): Promise<Named[]> {
  const count = Number(/^Delete (\d+) LoRAs?\?/u.exec(await titleOf(world.workbench))?.[1]);
  const prompt = await promptOf(world.workbench);
  const [, listed, none, some, of] =
    /^127\.0\.0\.1:\d+: (.*)\. (?:(None of them is deployed)|(\d+) of (\d+) deployed)\. This can't be undone/u.exec(
      prompt,
    ) ?? [];
  const entries = (listed ?? '').split(', ').map((text) => {
    const isDeployed = text.endsWith(' (deployed)');
    return { name: world.named(isDeployed ? text.slice(0, -' (deployed)'.length) : text), isDeployed };
  });
  const deployed = entries.filter(({ isDeployed }) => isDeployed).length;
  const isTrue = none ? deployed === 0 : deployed === Number(some) && Number(of) === count;
  if (entries.length !== count || !isTrue) throw new Error(`The question does not add up: ${prompt}`);
  world.note(prompt);
  return entries;
}

/** The entry that the question about a single one names, in its dialog or its input box. */
export async function namedInOne(world: SequenceWorld, from: 'dialog' | 'input'): Promise<Named> {
  const { workbench } = world;
  const text =
    from === 'dialog'
      ? plain(await workbench.dialog.innerText())
      : `${await titleOf(workbench)} ${await promptOf(workbench)}`;
  const shown = /Delete LoRA “(.*?)”\?/u.exec(text)?.[1] ?? '';
  world.note(text);
  const isUndeployed = /· not deployed/u.test(text);
  if (isUndeployed !== (from === 'dialog')) throw new Error(`This is asked for in the wrong way: ${text}`);
  return { name: world.named(shown), isDeployed: !isUndeployed };
}

export function plain(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
