/** Runs in a page: shows a growing answer that comes by messages, in an element like that of the chat page. */
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
    // Like our page: at most once per frame.
    requestAnimationFrame(() => {
      isScheduled = false;
      show(text);
    });
  });
}
