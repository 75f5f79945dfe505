import { recordTypes } from '../records/record-type';

/** A table that is searched by words. All but its name is SQL. */
export interface SearchTable {
  name: string;
  /** The column with the id of the record that is found. */
  recordId: string;
  /** The expression that the index `<table>_words` is made of. */
  words: string;
  /** What a pattern is compared with, in so many rows at most. */
  text: string;
  maxCompared: number;
}

/** A record type as a search sees it. */
export interface SearchSource {
  kind: string;
  codes: string[];
  records: SearchTable;
  responses?: SearchTable;
  /** What is shown, the title first. */
  texts: string[];
}

/** What a search looks through: all that the entities declare, in the order of the modules. */
export function searchSources(): SearchSource[] {
  return recordTypes().map(({ kind, table, texts, title = texts[0], codes = [], responses }) => ({
    kind,
    codes,
    records: {
      name: table,
      recordId: 'id',
      words: `search_vector(id, fold_text(${title}), search_text)`,
      text: 'search_text',
      maxCompared: 3000,
    },
    ...(responses && { responses: responsesTo(kind, responses) }),
    // A function of a column answers several values, a line each.
    texts: texts.map((text) => (text.includes('(') ? `replace(${text}, E'\\n', ' · ')` : text)),
  }));
}

function responsesTo(kind: string, name: string): SearchTable {
  return {
    name,
    recordId: `${kind.replaceAll('-', '_')}_id`,
    words: "search_vector(id, '', fold_text(response))",
    // To fold each of them would take longer.
    text: 'lower(response COLLATE "und-x-icu")',
    maxCompared: 300,
  };
}
