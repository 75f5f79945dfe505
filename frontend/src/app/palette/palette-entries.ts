import type { PieceDto, SearchAnswerDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import type { Command } from '../../components/commands/commands';
import type { Recent } from '../../components/commands/recents';
import { recordTypes } from '../../components/record/record-types';
import { features } from '../features';
import { piecesMatching } from './word-match';

/** One line of the palette. */
export interface Entry {
  /** Names it as long as the palette is open. */
  key: string;
  title: PieceDto[];
  /** Where else in the record it was found. */
  detail?: PieceDto[];
  /** What kind of record it is; a command has none. */
  noun?: string;
  path?: string;
  keys?: string;
  run?: () => void;
  /** How it is remembered; what leads nowhere is not. */
  recent?: Recent;
}

/** Lines under a heading. */
export interface EntryGroup {
  label: string;
  entries: Entry[];
}

/** So many of the last opened stand first among what was found; all of them before anything is typed. */
const RECENTS_AMONG_FOUND = 3;

interface Source {
  typed: string;
  recents: Recent[];
  commands: readonly Command[];
  answer: SearchAnswerDto | undefined;
  /** The address that is shown now: nobody wants to go there. */
  here: string;
}

/** What the palette shows, none of it twice: what was opened last, screens, actions, and the records that were found. */
export function entryGroups({ typed, recents, commands, answer, here }: Source): EntryGroup[] {
  const entries = commands.map((command) => ({ group: command.group, entry: commandEntry(command, typed) }));
  const ofGroup = (name: Command['group']) =>
    entries.flatMap(({ group, entry }) => (group === name && entry ? [entry] : []));
  const screens = ofGroup('Screens');
  const actions = ofGroup('Actions');
  const opened = recents
    .map((recent) =>
      'command' in recent
        ? [...screens, ...actions].find(({ key }) => key === recent.command)
        : recordEntry(recent, typed),
    )
    .filter((entry) => entry !== undefined)
    .filter(({ path }) => path !== here)
    .slice(0, typed ? RECENTS_AMONG_FOUND : undefined);
  const found = (answer?.groups ?? []).map(({ kind, hits }) => ({
    label: recordFeature(kind)?.menu?.label ?? kind,
    entries: hits.map((hit) => hitEntry(kind, hit)),
  }));
  return withoutRepeats([
    { label: 'Recent', entries: opened },
    { label: 'Screens', entries: screens },
    { label: 'Actions', entries: actions },
    ...found,
  ]);
}

function commandEntry({ label, words, path, keys, run }: Command, typed: string): Entry | undefined {
  const title = piecesMatching(label, typed, words);
  return title && { key: label, title, path, keys, run, recent: path ? { command: label } : undefined };
}

function recordEntry({ kind, recordId, title }: Extract<Recent, { kind: string }>, typed: string): Entry | undefined {
  const pieces = piecesMatching(title, typed);
  const path = recordFeature(kind)?.record?.path(recordId);
  return pieces && path
    ? { key: `${kind} ${recordId}`, title: pieces, noun: recordTypes[kind]?.noun, path }
    : undefined;
}

function hitEntry(kind: string, { id, title, fragment }: SearchAnswerDto['groups'][number]['hits'][number]): Entry {
  return {
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
    .map(({ label, entries }) => ({ label, entries: entries.filter(isNew) }))
    .filter(({ entries }) => entries.length > 0);
}
