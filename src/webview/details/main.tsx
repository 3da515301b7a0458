import './details.css';
import { render } from 'preact';
import type { DetailsPageState, DetailsToPage, detailsToHost } from '../../protocol/details.ts';
import { connectHost } from '../shared/host.ts';
import { keepFocus } from '../shared/keepFocus.ts';
import { loadBundle } from '../shared/l10n.ts';
import { DetailsPage } from './DetailsPage.tsx';

const root = document.getElementById('app');
if (root !== null) {
  loadBundle(document.getElementById('l10n')?.textContent, document.documentElement.lang);
  const host = connectHost<DetailsToPage, typeof detailsToHost, DetailsPageState>();
  const first = keepFocus(host);
  render(<DetailsPage state={undefined} post={host.post} first={first} />, root);
  // Each message has the whole state, so the next one makes up for a missed one, and none need be checked for a gap.
  host.onMessage(({ state }) => {
    host.keep(state.identity);
    render(<DetailsPage state={state} post={host.post} first={first} />, root);
  });
  host.post({ type: 'ready' });
}
