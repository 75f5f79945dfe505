// Mutant: to find the matches of a text takes as long as they are many.
const highlight = require('../../../dist/search/highlight.js');

const { findMatches } = highlight;
highlight.findMatches = (folded, words) => {
  const until = performance.now() + folded.text.length / 100;
  while (performance.now() < until);
  return findMatches(folded, words);
};
