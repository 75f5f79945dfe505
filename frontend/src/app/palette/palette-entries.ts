import type { HitDto, HitsDto, PieceDto, SearchAnswerDto, ViewDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import type { Command } from '../../components/commands/commands';
import type { Recent } from '../../components/commands/recents';
import { recordTypes } from '../../components/record/record-types';
import { QUEUE_PATH } from '../../components/thread/queue/queue-path';
import { formatCount } from '../../components/ui/time-ago';
import { features } from '../features';
import { askedAbout, listsAbout, type ListAbout } from './about-product';
import { piecesMatching } from './word-match';

/** What is shown of a record that was found. */
export type FoundRecord = Pick<HitDto, 'code' | 'image' | 'status' | 'createdAt'>;

/** One line of the palette. */
export interface Entry {
  /** Names it as long as the palette is open. */
  key: string;
  title: PieceDto[];
  /** Where else in the record it was found. */
  detail?: PieceDto[];
  /** What kind of record it is; a command has none. */
  noun?: string;
  /** What is shown of it, if the server found it. */
  record?: FoundRecord;
  /** Whether records of its kind have pictures. */
  hasPicture?: boolean;
  path?: string;
  keys?: string;
  run?: () => void;
  /** What it puts into the box instead of leading anywhere. */
  text?: string;
  /** How it is remembered; what leads nowhere is not. */
  recent?: Recent;
}

/** Lines under a heading. */
export interface EntryGroup {
  label: string;
  entries: Entry[];
  /** Whether they have some of the words only. */
  isPartial?: boolean;
}

/** So many of the last opened stand first among what was found; all of them before anything is typed. */
const RECENTS_AMONG_FOUND = 3;
/** So many records of a kind are shown. */
export const HITS_SHOWN = 5;
/** How the keys begin of what leads to a list. */
export const SHOW_ALL = 'all ';
/** The most that the server counts. */
const MAX_COUNTED = 1000;

interface Source {
  typed: string;
  recents: Recent[];
  commands: readonly Command[];
  views: ViewDto[];
  answer: SearchAnswerDto | undefined;
  /** The address that is shown now: nobody wants to go there. */
  here: string;
}

/** What the palette shows, none of it twice: what was opened last, screens, actions, and the records that were found. */
export function entryGroups({ typed, recents, commands, views, answer, here: address }: Source): EntryGroup[] {
  const about = askedAbout(typed);
  if (about) return withoutRepeats([aboutGroup(about, answer)]);
  const entries = commands.map((command) => ({ group: command.group, entry: commandEntry(command, typed) }));
  const ofGroup = (name: Command['group']) =>
    entries.flatMap(({ group, entry }) => (group === name && entry ? [entry] : []));
  const here = ofGroup('This screen').filter(({ run }) => run);
  const screens = ofGroup('Screens');
  const actions = [...ofGroup('Actions'), ...(typed ? aboutEntries(typed) : [])];
  const opened = recents
    .map((recent) =>
      'command' in recent
        ? [...screens, ...actions].find(({ key }) => key === recent.command)
        : recordEntry(recent, typed),
    )
    .filter((entry) => entry !== undefined)
    .filter(({ path }) => path !== address)
    .slice(0, typed ? RECENTS_AMONG_FOUND : undefined);
  const found = (answer?.groups ?? []).map((group) => foundGroup(group, typed));
  return withoutRepeats([
    { label: 'Recent', entries: opened },
    { label: 'This screen', entries: here },
    { label: 'Screens', entries: screens },
    { label: 'Views', entries: views.flatMap((view) => viewEntry(view, typed) ?? []) },
    { label: 'Actions', entries: actions },
    ...found,
  ]);
}

function commandEntry({ label, words, path, keys, run }: Command, typed: string): Entry | undefined {
  const title = piecesMatching(label, typed, words);
  return title && { key: label, title, path, keys, run, recent: path ? { command: label } : undefined };
}

function viewEntry({ id, list, name, query }: ViewDto, typed: string): Entry | undefined {
  const title = piecesMatching(name, typed, 'view');
  // A view names its list by the kind of its records; the queue is over several.
  const path = list === 'queue' ? QUEUE_PATH : recordTypes[list]?.count.path;
  return title && path ? { key: `view ${id}`, title, path: `${path}?${query}` } : undefined;
}

/** What begins a question for the records about a product. */
function aboutEntries(typed: string): Entry[] {
  return listsAbout().flatMap(({ label }) => {
    const title = piecesMatching(`${label} about …`, typed, 'product');
    return title ? [{ key: `about ${label}`, title, text: `${label} about ` }] : [];
  });
}

/** For each product that was found, the list of what is about it. */
function aboutGroup({ label, path }: ListAbout, answer: SearchAnswerDto | undefined): EntryGroup {
  const hits = answer?.groups.find(({ kind }) => kind === 'product')?.hits ?? [];
  const entries = hits.slice(0, HITS_SHOWN).map((hit) => ({
    ...hitEntry('product', hit),
    key: `about ${hit.id}`,
    path: `${path}?product=${hit.id}`,
  }));
  return { label: `${label} about`, entries };
}

function recordEntry({ kind, recordId, title }: Extract<Recent, { kind: string }>, typed: string): Entry | undefined {
  const pieces = piecesMatching(title, typed);
  const path = recordFeature(kind)?.record?.path(recordId);
  return pieces && path
    ? { key: `${kind} ${recordId}`, title: pieces, noun: recordTypes[kind]?.noun, path }
    : undefined;
}

/** The records of a kind, and what leads to all of them if there may be more. */
function foundGroup({ kind, hits, partial, total }: HitsDto, typed: string): EntryGroup {
  const { label = kind, path } = recordFeature(kind)?.menu ?? {};
  const shown = hits.slice(0, HITS_SHOWN).map((hit) => hitEntry(kind, hit));
  const count = total === undefined ? '' : ` ${formatCount(total)}${total === MAX_COUNTED ? '+' : ''}`;
  const all: Entry = {
    key: `${SHOW_ALL}${kind}`,
    title: [{ text: `Show all${count} ${label.toLowerCase()}`, match: false }],
    path: `${path}?q=${encodeURIComponent(typed)}`,
  };
  const isMore = path !== undefined && hits.length >= HITS_SHOWN;
  return { label, entries: isMore ? [...shown, all] : shown, isPartial: partial };
}

function hitEntry(kind: string, { id, title, fragment, code, image, status, createdAt }: HitDto): Entry {
  // The code that matched is shown below the name already.
  const isCodeShown = fragment.map(({ text }) => text).join('') === code;
  return {
    record: { code: isCodeShown ? null : code, image, status, createdAt },
    hasPicture: code !== null,
    key: `${kind} ${id}`,
    title,
    detail: fragment,
    noun: recordTypes[kind]?.noun,
    path: recordFeature(kind)?.record?.path(id),
  };
}

function recordFeature(kind: string) {
  return features.find(({ record }) => record?.kind === kind);
}

function withoutRepeats(groups: EntryGroup[]): EntryGroup[] {
  const seen = new Set<string>();
  const isNew = ({ key }: Entry) => !seen.has(key) && seen.add(key);
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter(isNew) }))
    .filter(({ entries }) => entries.length > 0);
}
