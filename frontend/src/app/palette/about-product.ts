import { features } from '../features';

/** A list that can be of what is about one product, by the words of the menu. */
export interface ListAbout {
  label: string;
  path: string;
}

export function listsAbout(): ListAbout[] {
  return features.flatMap(({ record, menu }) => (record?.isThread && menu ? [menu] : []));
}

/** The list, and the words of the product, that a text such as `questions about brake disc` asks for. */
export function askedAbout(typed: string): (ListAbout & { words: string }) | undefined {
  const [, name = '', words = ''] = /^(.+?)\s+about(?:\s+(.*))?$/i.exec(typed) ?? [];
  const list = listsAbout().find(({ label }) => label.toLowerCase() === name.toLowerCase());
  return list && { ...list, words };
}
