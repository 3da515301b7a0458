// Runs in the page. Reads the updates, and shows nothing of them.
window.addEventListener('message', ({ data }: MessageEvent<{ text: string }>) => data.text);
