import { useDeferredValue, useReducer, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useCommands } from '../commands/commands';
import { useVisited } from '../commands/recents';
import { holdShortcuts } from '../commands/shortcut-hold';
import { PresenceBar } from '../live/presence-bar';
import { RecordChangedNotice } from '../live/record-changed-notice';
import type { CodeLinks } from '../text/code-links';
import { BackLink } from '../ui/back-link';
import { Neighbours } from './neighbours';
import { RecordPanels } from './record-panels';
import { RecordRest } from './record-screen';
import { RecordNumber } from './record-number';
import { isMissing, RecordState, type RecordStateProps } from './record-state';
import { RecordTitle } from './record-title';
import type { RecordRef } from './record-types';
import './record-page.css';

interface RecordPageProps<T> extends RecordStateProps<T> {
  record: RecordRef;
  /** Where its list is; a link that says in its state where it comes `from` leads back there. */
  back: string;
  title: (record: T) => string;
  /** The products that the title names. */
  codes?: CodeLinks;
  /** What the title is until the record is there. */
  otherwise: string;
  /** Where it is edited: the command of that name leads there. */
  edit: { label: string; path: string };
  /** What one does with the record as a whole, next to its title. */
  actions?: ReactNode;
  /** What belongs to the record: in the rail at the right, or under the title where there is no room. */
  facts: (record: T) => ReactNode;
}

/** The page that shows one record: what it says at the left, what belongs to it at the right. */
export function RecordPage<T>({
  record,
  back,
  title,
  codes,
  otherwise,
  edit,
  actions,
  facts,
  children,
  ...state
}: RecordPageProps<T>) {
  const { data } = state.query;
  const shown = data === undefined ? undefined : record;
  // With the record itself, whose first drawing is done in slices.
  const isThere = useDeferredValue(shown !== undefined);
  const heading = data === undefined || !isThere ? otherwise : title(data);
  useVisited(isThere ? shown : undefined, heading);
  const navigate = useNavigate();
  const isGone = isMissing(state.query);
  const [round, nextRound] = useReducer((before: number) => before + 1, 0);
  function openForm() {
    // What is typed until the form has the focus must not change the record.
    holdShortcuts();
    void navigate(edit.path);
  }
  const run = isGone ? undefined : openForm;
  useCommands([{ label: edit.label, group: 'This screen', keys: 'e', run }]);
  const { from } = (useLocation().state ?? {}) as { from?: string };
  return (
    <div className="record-page">
      <div className="record-top">
        <BackLink to={from ?? back}>Back</BackLink>
        <div className="record-heading">
          <RecordTitle title={heading} codes={isThere ? codes : undefined} /> {shown && <RecordNumber record={shown} />}
        </div>
        {!isGone && (
          <>
            <Neighbours record={record} />
            {shown && isThere && actions && <div className="record-actions">{actions}</div>}
          </>
        )}
      </div>
      {/* As another element than the skeleton it does not jump, however long the title is. */}
      <div key={isThere ? 'there' : 'waiting'} className="record-columns">
        <RecordState {...state}>
          {(data) => (
            <>
              <div className="card record-facts">
                {facts(data)}
                <PresenceBar record={record} />
              </div>
              <div className="record-main">
                {children(data)}
                <RecordPanels record={record} isWide />
              </div>
            </>
          )}
        </RecordState>
        <aside className="record-rest" aria-label="About this record">
          {isThere && shown && <RecordRest record={shown} onRestored={nextRound} hasWidePanels={false} />}
        </aside>
      </div>
      {/* At the end of the page: it sticks to the bottom of the screen wherever one is on the page. */}
      {isThere && shown && <RecordChangedNotice key={`${record.recordId} ${round}`} record={shown} isEdited={false} />}
    </div>
  );
}
