import { plainHeader } from '../presets/preset';

const ACTIVE = listed(
  'active|published|publish|1|true|yes|on|aktiv|veröffentlicht|actif|publié|activo|publicado|attivo|pubblicato|actief|gepubliceerd|aktywny|opublikowany|ativo|enabled|visible|available|y|t|ja|oui|si|tak|sim|da',
);
const DRAFT = listed(
  'draft|unpublished|0|-1|false|no|off|entwurf|brouillon|borrador|bozza|concept|szkic|rascunho|nein|non|nee|nie|não|falsch|faux|falso|n|f|disabled|inactive|inaktiv|deaktiviert|inactif|inactivo|inattivo|inactief|nieaktywny|inativo',
);
/** What WordPress and Magento (2) say of products that are not published. */
const HIDDEN = listed('private|pending|future|trash|hidden|2');
const ARCHIVED = listed('archived|archiviert|archivé|archivado|archiviato|gearchiveerd|zarchiwizowany|arquivado');

/** Longer than any word that is known. */
const MAX_WORD = 40;

/**
 * The status of a product by the column of its status and by that of what is published. It is active where both say so.
 * Words of a status that are not known are kept: it is a free text.
 */
export function statusOf(status: string | undefined, published: string | undefined): string | undefined {
  if (status === undefined && published === undefined) return undefined;
  const said = [ofPublished(published), ofStatus(status)].filter(Boolean);
  return said.find((one) => one !== 'active') ?? said[0] ?? '';
}

function ofPublished(text: string | undefined): string | undefined {
  const word = plain(text);
  if (!word) return undefined;
  if (ARCHIVED.has(word)) return 'archived';
  return DRAFT.has(word) || HIDDEN.has(word) ? 'draft' : 'active';
}

function ofStatus(text: string | undefined): string | undefined {
  const word = plain(text);
  if (ACTIVE.has(word)) return 'active';
  if (ARCHIVED.has(word)) return 'archived';
  return DRAFT.has(word) ? 'draft' : text?.trim();
}

/** A spreadsheet may have made 1.0 of 1. */
function plain(text = ''): string {
  return plainWord(
    text
      .slice(0, MAX_WORD)
      .trim()
      .replace(/^(-?\d)[.,]0$/, '$1'),
  );
}

function plainWord(text: string): string {
  return text.startsWith('-') ? `-${plainHeader(text)}` : plainHeader(text);
}

function listed(words: string): Set<string> {
  return new Set(words.split('|').map(plainWord));
}
