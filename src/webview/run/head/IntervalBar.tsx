import type { VerdictWords } from '../../../protocol/run.ts';
import { t } from '../../shared/l10n.ts';
import { placeOn, reachOf, signedPoints } from './intervalScale.ts';

/** Draws a difference with its interval on an axis around 0, and the difference that matters as a band. */
export function IntervalBar(interval: NonNullable<VerdictWords['interval']>) {
  const { difference, low, high, minimum } = interval;
  const reach = reachOf(interval);
  const x = (share: number) => `${placeOn(reach, share)}%`;
  const name = t(
    'Difference: {0} points; 95% interval: {1} to {2}',
    signedPoints(difference),
    signedPoints(low),
    signedPoints(high),
  );
  return (
    <div class="interval" role="img" aria-label={name} title={name}>
      <svg aria-hidden="true" width="100%" height="20">
        {minimum > 0 && (
          <rect
            class="minimum"
            x={x(-minimum)}
            width={`${placeOn(reach, minimum) - placeOn(reach, -minimum)}%`}
            height="20"
          />
        )}
        <line class="axis" x1={x(-reach)} x2={x(reach)} y1="10" y2="10" />
        <line class="axis" x1="50%" x2="50%" y1="2" y2="18" />
        <line class="range" x1={x(low)} x2={x(high)} y1="10" y2="10" />
        <circle class="point" cx={x(difference)} cy="10" r="4.5" />
      </svg>
      <div class="interval-ends hint" aria-hidden="true">
        <span>{signedPoints(-reach)}</span>
        <span>0</span>
        <span>{signedPoints(reach)}</span>
      </div>
    </div>
  );
}
