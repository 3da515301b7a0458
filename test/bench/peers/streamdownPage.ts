// Runs in the page. Used as its README recommends for a streaming answer, without plugins (code and math stay plain).
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Streamdown } from 'streamdown';
import { receiveAnswer } from '../page/receiveAnswer.ts';

receiveAnswer((element) => {
  const root = createRoot(element);
  return (text) => root.render(createElement(Streamdown, { isAnimating: true, children: text }));
});
