import './run.css';
import { render } from 'preact';
import type { RunPageState, RunToPage, runToHost } from '../../protocol/run.ts';
import { Notice } from '../shared/controls.tsx';
import { connectHost } from '../shared/host.ts';
import { keepFocus } from '../shared/keepFocus.ts';
import { loadBundle, t } from '../shared/l10n.ts';
import { rateButton } from './head/Head.tsx';
import { verdictsId } from './head/Verdicts.tsx';
import { RunPage } from './RunPage.tsx';
import { RatingPage } from './rate/RatingPage.tsx';
import { RunPageStore } from './state/runPageStore.ts';

const root = document.getElementById('app');
if (root !== null) {
  loadBundle(document.getElementById('l10n')?.textContent, document.documentElement.lang);
  const host = connectHost<RunToPage, typeof runToHost, RunPageState>();
  const store = new RunPageStore(host);
  const loading = <Notice class="muted" icon="loading codicon-modifier-spin" text={t('Loading…')} />;
  render(
    <main class="run">
      <div role="status">{loading}</div>
    </main>,
    root,
  );
  /** Where the focus goes when the run is shown: where it was, where a rating was left, or what it found. */
  let first: () => HTMLElement | null | undefined = keepFocus(host);
  store.start(
    (model) => render(<RunPage model={model} store={store} first={first} />, root),
    (rating) => {
      first = () => document.getElementById(rateButton);
      render(
        <RatingPage
          rating={rating}
          post={store.post}
          onFinish={() => (first = () => document.getElementById(verdictsId))}
        />,
        root,
      );
    },
  );
}
