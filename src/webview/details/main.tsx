import './details.css';
import { render } from 'preact';
import type { DetailsPageState, DetailsToPage, detailsToHost } from '../../protocol/details.ts';
import { connectHost } from '../shared/host.ts';
import { loadBundle } from '../shared/l10n.ts';
import { DetailsPage } from './DetailsPage.tsx';

const root = document.getElementById('app');
if (root !== null) {
  loadBundle(document.getElementById('l10n')?.textContent, document.documentElement.lang);
  const host = connectHost<DetailsToPage, typeof detailsToHost, DetailsPageState>();
  render(<DetailsPage state={undefined} post={host.post} />, root);
  // Each message has the whole state, so the next one makes up for a missed one, and none need be checked for a gap.
  host.onMessage(({ state }) => {
    host.keep(state.identity);
    render(<DetailsPage state={state} post={host.post} />, root);
  });
  host.post({ type: 'ready' });
}
