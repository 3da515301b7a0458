import type { ComponentChild } from 'preact';
import type { DetailsSection, DetailsState, DetailsToHost, PageFact } from '../../protocol/details.ts';
import { Button, CopyButton, IconButton, ModelName, Notice, TextLink } from '../shared/controls.tsx';
import { t } from '../shared/l10n.ts';
import { useReturnedFocus } from '../shared/useReturnedFocus.ts';

type Post = (message: DetailsToHost) => void;

interface DetailsPageProps {
  /** `undefined` until the host has answered. */
  state: DetailsState | undefined;
  post: Post;
  /** Returns what gets the focus at first; the heading if nothing does. */
  first: () => HTMLElement | undefined;
}

export function DetailsPage({ state, post, first }: DetailsPageProps) {
  useReturnedFocus((isFirst) => (isFirst ? first() : undefined));
  return (
    <main class="details">
      {state && <Heading state={state} post={post} />}
      <Notices state={state} />
      {state && <Content state={state} post={post} />}
    </main>
  );
}

function Heading({ state, post }: { state: DetailsState; post: Post }) {
  return (
    <header class="details-head">
      <h1 tabIndex={-1}>{state.name}</h1>
      <p class="subtitle muted">{state.subtitle}</p>
      <div class="buttons">
        <Button kind="primary" onClick={() => post({ type: 'chat' })}>
          {t('Chat')}
        </Button>
        {state.identity.kind === 'lora' && state.state !== 'gone' && (
          <Button onClick={() => post({ type: 'compareWithBase' })}>{t('Compare with Base')}</Button>
        )}
        <Button onClick={() => post({ type: 'sendTestRequest' })}>{t('Send Test Request')}</Button>
        <MoreButton {...state} />
        {state.canDelete && (
          <Button class="button apart" onClick={() => post({ type: 'delete' })}>
            {t('Delete LoRA…')}
          </Button>
        )}
      </div>
    </header>
  );
}

/** Opens VS Code's own menu, whose commands get the model from the button's context. */
function MoreButton({ identity, vscodeChat, canLink }: DetailsState) {
  const openMenu = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const { left, bottom } = currentTarget.getBoundingClientRect();
    const at = { bubbles: true, clientX: left, clientY: bottom };
    currentTarget.dispatchEvent(new MouseEvent('contextmenu', at));
  };
  return (
    <IconButton
      label={t('More Actions…')}
      icon="ellipsis"
      aria-haspopup="menu"
      data-vscode-context={JSON.stringify({
        webviewSection: 'model',
        preventDefaultContextMenuItems: true,
        vscodeChat,
        canLink,
        ...identity,
      })}
      onClick={openMenu}
    />
  );
}

/** Both live regions exist from the start: only changes inside an existing region are announced. */
function Notices({ state }: { state: DetailsState | undefined }) {
  const isLoading = state === undefined || state.state === 'loading';
  const text = state?.notice ?? (isLoading ? t('Loading…') : undefined);
  const hasFailed = state?.state === 'failed';
  const icon = isLoading ? 'loading codicon-modifier-spin' : hasFailed ? 'warning' : 'info';
  const notice = <Notice class={hasFailed ? '' : 'muted'} icon={icon} text={text} />;
  return (
    <>
      <div role="status">{!hasFailed && notice}</div>
      <div role="alert">{hasFailed && notice}</div>
    </>
  );
}

function Content({ state, post }: { state: DetailsState; post: Post }) {
  const { sections, loras, chats, retrieved } = state;
  return (
    <>
      {sections.map((section, index) => (
        <Section key={section.title ?? index} section={section} post={post} />
      ))}
      <LinkList
        title={t('LoRAs ({0})', loras.length)}
        links={loras.map((name) => ({
          ...{ name, text: <ModelName name={name} /> },
          open: () => post({ type: 'openModel', name }),
        }))}
      />
      <LinkList
        title={t('Chats ({0})', chats.length)}
        links={chats.map(({ id, title, when }) => ({
          ...{ name: title, text: title, note: when },
          open: () => post({ type: 'openChat', id }),
        }))}
      />
      <footer class="row details-foot muted">
        {retrieved !== '' && <span>{retrieved}</span>}
        {state.canStop ? (
          <Button icon="stop-circle" onClick={() => post({ type: 'stop' })}>
            {t('Stop')}
          </Button>
        ) : (
          <Button
            icon="refresh"
            aria-disabled={state.state === 'loading'}
            onClick={() => state.state !== 'loading' && post({ type: 'refresh' })}
          >
            {t('Refresh')}
          </Button>
        )}
      </footer>
    </>
  );
}

interface LinkListProps {
  title: string;
  links: { text: ComponentChild; name: string; note?: string; open: () => void }[];
}

function LinkList({ title, links }: LinkListProps) {
  if (links.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul class="link-list">
        {links.map(({ text, name, note, open }, index) => (
          <li key={index}>
            <TextLink title={name} onOpen={open}>
              {text}
            </TextLink>
            {note !== undefined && <span class="muted">{note}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Section({ section, post }: { section: DetailsSection; post: Post }) {
  return (
    <section>
      {section.title !== undefined && <h2>{section.title}</h2>}
      {section.text !== undefined && <p class="section-text muted">{section.text}</p>}
      {section.facts.length > 0 && (
        <dl>
          {section.facts.map((fact) => (
            <Fact key={fact.label} fact={fact} post={post} />
          ))}
        </dl>
      )}
    </section>
  );
}

function Fact({ fact, post }: { fact: PageFact; post: Post }) {
  const { label, value, detail, was, copy, model } = fact;
  return (
    <div class="fact">
      <dt class="muted">{label}</dt>
      <dd>
        <span class="fact-value">
          <FactValue value={value} model={model} post={post} />
          {detail !== undefined && detail !== '' && <span class="muted">{detail}</span>}
          {was !== undefined && <span class="muted">{was}</span>}
        </span>
        {copy !== undefined && (
          <CopyButton label={t('Copy {0}', label)} onCopy={() => post({ type: 'copy', text: copy })} />
        )}
      </dd>
    </div>
  );
}

function FactValue({ value, model, post }: Pick<PageFact, 'value' | 'model'> & { post: Post }) {
  if (value === '') return <span class="muted">{t('not given')}</span>;
  if (model === undefined) return <span>{value}</span>;
  return (
    <TextLink title={value} onOpen={() => post({ type: 'openModel', name: model })}>
      <ModelName name={value} />
    </TextLink>
  );
}
