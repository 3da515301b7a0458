/** How often progress is told, in ms: on a terminal, and in a log. */
const paces = { bar: 200, line: 10_000 };

const barLength = 20;

/** Tells on the error output how far something is: as a bar on a terminal, else as a line now and then. Call the result at its end. */
export function showProgress(progressOf: () => { done: number; of: number }): () => void {
  const out = process.stderr;
  const startedAt = performance.now();
  const before = progressOf().done;
  const text = () => {
    const { done, of } = progressOf();
    const leftMs = ((performance.now() - startedAt) * (of - done)) / (done - before);
    const left = done === of || !Number.isFinite(leftMs) ? '' : ` · about ${Math.ceil(leftMs / 60_000)} min`;
    if (!out.isTTY) return `${done} of ${of}${left}`;
    const filled = Math.round((barLength * done) / Math.max(1, of));
    return `${'█'.repeat(filled)}${'░'.repeat(barLength - filled)} ${done} of ${of}${left}`;
  };
  const [start, end] = out.isTTY ? ['\r\x1b[K', ''] : ['', '\n'];
  const show = () => void out.write(start + text() + end);
  const timer = setInterval(show, out.isTTY ? paces.bar : paces.line);
  return () => {
    clearInterval(timer);
    if (out.isTTY || progressOf().done > before) show();
    if (out.isTTY) out.write('\n');
  };
}
