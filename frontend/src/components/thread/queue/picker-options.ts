import type { ReactNode } from 'react';

export interface PickerOption {
  key: string;
  /** What typing finds it by. */
  label: string;
  /** What typing finds it by as well, such as an e-mail address. */
  otherName?: string;
  /** What is shown in place of the label. */
  content?: ReactNode;
  /** Stands at its end. */
  hint?: ReactNode;
  isChosen?: boolean;
  /** Picks it while nothing is typed. */
  digit?: string;
}

/** The options that have all typed words, best match first; options that match equally well keep their order. */
export function matchingOptions(options: PickerOption[], typed: string): PickerOption[] {
  const words = wordsOf(typed);
  const text = words.join(' ');
  return options
    .map((option) => {
      const names = [option.label, option.otherName ?? ''].map((name) => wordsOf(name).join(' '));
      return { option, rank: Math.min(...names.map((name) => rankOf(name, text))), all: names.join(' ') };
    })
    .filter(({ all }) => words.every((word) => all.includes(word)))
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}

/** The same name, a name that begins with the text, one with words that begin so, any other. */
function rankOf(name: string, text: string): number {
  if (name === text) return 0;
  if (name.startsWith(text)) return 1;
  const parts = partsOf(name);
  return partsOf(text).every((typed) => parts.some((part) => part.startsWith(typed))) ? 2 : 3;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Words without the signs around them: `late (again)` has the word `again`. */
function partsOf(text: string): string[] {
  return text.split(/[\s\p{P}\p{S}]+/u).filter(Boolean);
}
