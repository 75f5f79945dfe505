-- What search reads: the indexes over the texts of each table, and the list of all words.
SELECT enable_search('products', 'name || '' '' || sku');
SELECT enable_search('customer_questions', 'title');
SELECT enable_search('problems', 'title');
SELECT enable_search('updates', 'title');
SELECT enable_response_search('question_responses');
SELECT enable_response_search('problem_responses');

-- The words without digits: for a word that is half typed, and for typos. A rebuild counts the generation on and drops
-- the words of the one before. No unique key: no writer waits for another.
CREATE SEQUENCE search_generation;
-- A sequence that was never asked gives its first number twice, and a rebuild would not count on.
SELECT setval('search_generation', 1);
CREATE TABLE search_words (
  word text COLLATE "C" NOT NULL,
  generation bigint NOT NULL,
  near text[]
);
CREATE INDEX search_words_word ON search_words (word, generation);
CREATE INDEX search_words_near ON search_words USING gin (near);
