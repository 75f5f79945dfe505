import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Fact } from '../../record/facts/fact';
import { useChanges } from '../../live/change-bus';
import { Avatar, Person } from '../../people/person';
import type { RecordRef } from '../../record/record-types';
import { formatDateTime } from '../../ui/time-ago';
import { itemQuery } from './queue-api';
import { TAGS_ON_PAGE, TagPills } from '../tags/tag-pill';
import { useIsSnoozed } from './use-is-snoozed';
import { useWork, type Work } from './use-work';
import { Waiting } from './waiting';
import './work-facts.css';

/** Who takes care of a thread, its tags, until when it is put off, and since when its customer waits. */
export function WorkFacts({ record, work }: { record: RecordRef; work: Work }) {
  const { assigneeId, tagIds = [], snoozedUntil } = work;
  const { open, picker } = useWork(record, work);
  const isSnoozed = useIsSnoozed(snoozedUntil);
  return (
    <>
      <Fact label="Assignee">
        <button
          type="button"
          className="work-button work-assignee"
          onClick={() => open('assignee')}
          aria-haspopup="dialog"
        >
          {assigneeId ? (
            <>
              <Avatar id={assigneeId} /> <Person id={assigneeId} />
            </>
          ) : (
            'Nobody'
          )}
        </button>
      </Fact>
      <Fact label="Tags">
        <button type="button" className="work-button" onClick={() => open('tags')} aria-haspopup="dialog">
          {tagIds.length > 0 && <TagPills tagIds={tagIds} most={TAGS_ON_PAGE} />}
          {tagIds.length === 0 && 'No tags'}
          <PlusOutlined aria-hidden className="work-plus" />
        </button>
      </Fact>
      <Fact label="Snooze">
        <button type="button" className="work-button" onClick={() => open('snooze')} aria-haspopup="dialog">
          {isSnoozed && snoozedUntil ? `Until ${formatDateTime(snoozedUntil)}` : 'Not snoozed'}
        </button>
      </Fact>
      <WaitingFact record={record} />
      {picker}
    </>
  );
}

function WaitingFact({ record }: { record: RecordRef }) {
  const { data, refetch } = useQuery(itemQuery(record));
  useChanges([record.kind], (changes) => {
    const isAbout = changes.length === 0 || changes.some(({ subjectId }) => subjectId === record.recordId);
    if (isAbout) void refetch();
  });
  return (
    <Fact label="Waiting">
      {/* Room for it before it is read. */}
      <span className="work-waiting">
        {data?.waitingSince && <Waiting kind={record.kind} since={data.waitingSince} />}
        {data && !data.waitingSince && <span className="muted">Nobody waits</span>}
      </span>
    </Fact>
  );
}
