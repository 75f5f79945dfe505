import type { PieceDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * A text in pieces, where every word that was typed begins one of its words or of some other `words`; undefined where
 * not. Case and accents do not count.
 */
export function piecesMatching(text: string, typed: string, words = ''): PieceDto[] | undefined {
  const wanted = plain(typed).split(/\s+/).filter(Boolean);
  const known = plain(`${text} ${words}`).split(/\s+/);
  if (!wanted.every((word) => known.some((one) => one.startsWith(word)))) return undefined;
  const pieces = text
    .normalize('NFC')
    .split(/(\s+)/)
    .flatMap((word) => split(word, wanted));
  return pieces.filter((piece) => piece.text !== '');
}

function split(word: string, wanted: string[]): PieceDto[] {
  const lengths = wanted.filter((one) => plain(word).startsWith(one)).map((one) => one.length);
  const length = Math.max(0, ...lengths);
  return [
    { text: word.slice(0, length), match: true },
    { text: word.slice(length), match: false },
  ];
}
