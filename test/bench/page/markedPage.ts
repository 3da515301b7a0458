// Runs in the page. The simplest method: for each update the whole text as HTML.
import { parse } from 'marked';
import { receiveAnswer } from './receiveAnswer.ts';

receiveAnswer((element) => (text) => {
  element.innerHTML = parse(text, { async: false });
});
