import type { TagDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { rules } from '@ecom-crm/openapi/rules';
import { createTag } from '@ecom-crm/openapi/tags/tags';
import { Button } from 'antd';
import { useContext, useState, type ReactNode } from 'react';
import { useCommands, type Command } from '../../commands/commands';
import { KeyboardHint } from '../../commands/keyboard-hint';
import { DraftOwner } from '../../drafts/draft-owner';
import { Avatar, displayName, useKnownPeople, usePeople } from '../../people/person';
import { toastFailure } from '../../toasts/failure-toast';
import { REDO } from '../../toasts/toast-store';
import { formatDateTime } from '../../ui/time-ago';
import type { RecordRef } from '../../record/record-types';
import { EditTags } from '../tags/edit-tags';
import { Picker } from './picker';
import { tagColors, type QueueItem } from './queue-api';
import { SnoozePicker } from './snooze-picker';
import { TagPill } from '../tags/tag-pill';
import { countTagged, useTagDeletion } from '../tags/use-tag-deletion';
import { useTags } from '../tags/use-tags';
import { Batch, useThreadChange } from './use-thread-change';

/** What staff set of a thread while they work on it. */
export type Work = Pick<QueueItem, 'assigneeId' | 'snoozedUntil' | 'tagIds'>;

type PickerName = 'assignee' | 'snooze' | 'tags';

/** Takes, assigns, puts off and tags one thread, by keys and by pickers; answers what opens these, and the one that is open. */
export function useWork(
  record: RecordRef | undefined,
  work: Work,
): { open: (name: PickerName) => void; picker: ReactNode } {
  // An open picker stays with its thread: live changes may make another one the chosen one before somebody picks.
  const [opened, setOpened] = useState<{ name: PickerName; record: RecordRef; work: Work }>();
  const me = useContext(DraftOwner);
  const { change } = useThreadChange();
  const { describe } = useAssignment(work);
  const isMine = work.assigneeId === me;
  const assigneeId = isMine ? null : me;
  const take = () => record && void change(record, { assigneeId }, describe(assigneeId), work);
  const open = (name: PickerName) => record && setOpened({ name, record, work });
  const command = (label: string, keys: string, run: () => void): Command => ({
    label,
    group: 'This screen',
    keys,
    run,
  });
  useCommands(
    record
      ? [
          command(isMine ? 'Give it back' : 'Take it', 'a', take),
          command('Assign to a colleague', 'c', () => open('assignee')),
          command('Snooze', 'h', () => open('snooze')),
          command('Tags', 't', () => open('tags')),
        ]
      : [],
  );
  const Opened = opened && { assignee: AssigneePicker, snooze: Snooze, tags: TagsPicker }[opened.name];
  const isSame = opened && opened.record.kind === record?.kind && opened.record.recordId === record.recordId;
  const { tagIds } = isSame ? work : (opened?.work ?? {});
  return { open, picker: Opened && <Opened {...opened} tagIds={tagIds} onClose={() => setOpened(undefined)} /> };
}

interface PickerProps {
  record: RecordRef;
  /** What the person saw when they opened the picker. */
  work: Work;
  /** The tags that the thread has by now. */
  tagIds?: number[];
  onClose: () => void;
}

/** Says what a new assignee means, for a message: also which colleague had the thread. */
function useAssignment({ assigneeId: before }: Work): { describe: (assigneeId: number | null) => string } {
  const me = useContext(DraftOwner);
  const { nameOf } = useKnownPeople();
  function describe(assigneeId: number | null): string {
    if (assigneeId === null && before === me) return 'Given back';
    const now =
      assigneeId === null
        ? 'Nobody has it now'
        : assigneeId === me
          ? 'It is yours'
          : `Assigned to ${nameOf(assigneeId)}`;
    const isTakenAway = before && before !== me && before !== assigneeId;
    return isTakenAway ? `${now}, ${nameOf(before) || 'a colleague'} had it` : now;
  }
  return { describe };
}

const NOBODY = 'nobody';

function AssigneePicker({ record, work, onClose }: PickerProps) {
  const { byId, isError, retry } = usePeople(true);
  const me = useContext(DraftOwner);
  const { change } = useThreadChange();
  const { describe } = useAssignment(work);
  const people = [...(byId?.values() ?? [])].filter(({ deactivatedAt }) => !deactivatedAt);
  const options = people
    .sort((a, b) => Number(b.id === me) - Number(a.id === me) || displayName(a).localeCompare(displayName(b)))
    .map((person) => ({
      key: String(person.id),
      label: displayName(person),
      otherName: person.email,
      content: (
        <>
          <Avatar id={person.id} /> <bdi>{displayName(person)}</bdi>
        </>
      ),
      hint: person.id === me ? 'you' : undefined,
      isChosen: person.id === work.assigneeId,
    }));
  const nobody = { key: NOBODY, label: 'Nobody', isChosen: false };
  function pick(key: string) {
    onClose();
    const assigneeId = key === NOBODY ? null : Number(key);
    void change(record, { assigneeId }, describe(assigneeId), work);
  }
  return (
    <Picker
      label="Assign to"
      // Not before the people: an early Enter would give it back.
      options={byId && work.assigneeId ? [...options, nobody] : options}
      noneText={byId ? 'Nobody is called that' : isError ? 'Failed to fetch the people' : 'Loading the people'}
      onPick={pick}
      onClose={onClose}
      foot={
        !byId &&
        isError && (
          <Button size="small" onClick={retry}>
            Retry
          </Button>
        )
      }
    />
  );
}

function Snooze({ record, work, onClose }: PickerProps) {
  const { change } = useThreadChange();
  function pick(until: string | null) {
    onClose();
    void change(
      record,
      { snoozedUntil: until },
      until ? `Snoozed until ${formatDateTime(until)}` : 'Not snoozed any longer',
      work,
    );
  }
  return <SnoozePicker until={work.snoozedUntil} onPick={pick} onClose={onClose} />;
}

function TagsPicker({ record, tagIds = [], onClose }: PickerProps) {
  const { all = [] } = useTags();
  const { tag, create, batch } = useTagging(record, all.length);
  const [isEditing, setEditing] = useState(false);
  const options = all.map((one) => ({
    key: String(one.id),
    label: one.name,
    content: <TagPill tag={one} />,
    hint: one.group,
    isChosen: tagIds.includes(one.id),
  }));
  function pick(key: string, isMore: boolean) {
    if (!isMore) onClose();
    const one = all.find(({ id }) => String(id) === key);
    if (!one) return;
    void tag(record, one, !tagIds.includes(one.id), batch);
  }
  function make(name: string, isMore: boolean) {
    if (!isMore) onClose();
    void create(name);
  }
  if (isEditing) return <EditTags onClose={onClose} />;
  const foot = (
    <>
      <Button type="text" size="small" aria-haspopup="dialog" onClick={() => setEditing(true)}>
        Edit tags
      </Button>
      <span className="small muted">
        <KeyboardHint keys="Shift+Enter" /> for several
      </span>
      <Button size="small" onClick={onClose}>
        Done
      </Button>
    </>
  );
  const props = { onPick: pick, onCreate: make, createRules: rules.CreateTagDto.name, onClose, foot };
  return <Picker label="Tags" options={options} {...props} />;
}

function useTagging(record: RecordRef, count: number) {
  const { tag } = useThreadChange();
  const { readAgain } = useTags();
  const { remove } = useTagDeletion();
  const [batch] = useState(() => new Batch());
  /** Makes a tag, in the colours in turn, and adds it; one that is there by now is taken instead. */
  async function create(name: string): Promise<void> {
    try {
      const there = (await readAgain()).find((one) => one.name.toLowerCase() === name.toLowerCase());
      if (there) return void (await tag(record, there, true, batch));
      const made = await createTag({ name, color: tagColors[count % tagColors.length] });
      await readAgain();
      await tag(record, made, true, batch, () => undoNew(made));
    } catch (error) {
      toastFailure(error);
    }
  }
  /** A tag that was made for this record goes with the undo, unless others have it by now. */
  async function undoNew(made: TagDto): Promise<void> {
    try {
      const { total } = await countTagged(made.id);
      if (total > 1) await tag(record, made, false, new Batch(REDO));
      else await remove(made, REDO);
    } catch (error) {
      toastFailure(error);
    }
  }
  return { tag, create, batch };
}
