/** Runs in a page: shows the answer that comes by messages as it grows, in an element like the one of the chat page. */
export function receiveAnswer(start: (element: Element) => (text: string) => void): void {
  const element = document.getElementById('answer');
  if (element === null) throw new Error('The page has no place for the answer.');
  const show = start(element);
  let text = '';
  let isScheduled = false;
  window.addEventListener('message', ({ data }: MessageEvent<{ text: string }>) => {
    text += data.text;
    if (isScheduled) return;
    isScheduled = true;
    // As our page does: at most once a frame.
    requestAnimationFrame(() => {
      isScheduled = false;
      show(text);
    });
  });
}
