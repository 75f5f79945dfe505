import { useReducer, type ReactNode } from 'react';
import { ScreenHead } from '../ui/screen-head';
import { useVisited } from '../commands/recents';
import type { RecordRef } from './record-types';
import { RecordHistory } from '../history/record-history';
import { RecordChangedNotice } from '../live/record-changed-notice';
import { RecordPanels } from './record-panels';
import { useMarkAsSeen } from '../live/notifications';
import { PresenceBar } from '../live/presence-bar';
import './record-screen.css';

interface RecordScreenProps extends RecordAsideProps {
  /** Where its Back link leads. */
  back: string;
  title: string;
  children: ReactNode;
}

/** The frame of a screen about one record: the way back, the title, and what is below. */
export function RecordScreen({ back, title, children, ...aside }: RecordScreenProps) {
  // Where it is edited the title is not its own.
  useVisited(aside.startAgain ? undefined : aside.record, title);
  return (
    <div className="record-screen">
      <ScreenHead back={back} backLabel="Back" title={title}>
        <PresenceBar record={aside.record} />
      </ScreenHead>
      {children}
      <RecordAside {...aside} />
    </div>
  );
}

interface RecordAsideProps {
  /** The record that the screen shows, once it is there. */
  record?: RecordRef;
  /** Given where the record is edited: resets the form to the record as it is now. */
  startAgain?: () => void;
}

/** What stands below a record: what features add, its history, and what others are doing to it. */
export function RecordAside({ record, startAgain }: RecordAsideProps) {
  const [round, nextRound] = useReducer((before: number) => before + 1, 0);
  if (!record) return null;
  function onRestored() {
    startAgain?.();
    nextRound();
  }
  return (
    <>
      <RecordRest record={record} onRestored={onRestored} isEdited={startAgain !== undefined} />
      <RecordChangedNotice key={`${record.recordId} ${round}`} record={record} isEdited={startAgain !== undefined} />
    </>
  );
}

interface RecordRestProps {
  record: RecordRef;
  onRestored: () => void;
  /** Whether the panels that need the width of the record stand here too. */
  hasWidePanels?: boolean;
  /** Whether a form of the page changes the record. */
  isEdited?: boolean;
}

/** What features add to a record, and its history. */
export function RecordRest({ record, onRestored, hasWidePanels = true, isEdited }: RecordRestProps) {
  useMarkAsSeen(record);
  return (
    <>
      <RecordPanels record={record} isWide={hasWidePanels ? undefined : false} isEdited={isEdited} />
      <RecordHistory record={record} onRestored={onRestored} />
    </>
  );
}
