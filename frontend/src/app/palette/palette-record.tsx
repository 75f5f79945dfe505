import { useState } from 'react';
import { thumbnailAddress } from '../../components/images/thumbnails';
import { threadStatuses } from '../../components/thread/thread-status';
import { TimeAgo } from '../../components/ui/time-ago';
import type { FoundRecord } from './palette-entries';

/** Most records have it: it says nothing. */
const ORDINARY_STATUS = 'active';

/** The first picture of a record, or its place. */
export function RecordThumb({ image }: { image: string | null }) {
  const [isBroken, setIsBroken] = useState(false);
  return (
    <span className="palette-thumb" aria-hidden>
      {image && !isBroken && (
        <img
          src={thumbnailAddress(image)}
          alt=""
          width={32}
          height={32}
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setIsBroken(true)}
        />
      )}
    </span>
  );
}

/** What tells a record from others with the same words. */
export function RecordFacts({ code, status, createdAt }: FoundRecord) {
  const label = threadStatuses.find(({ value }) => value === status)?.label ?? status;
  return (
    <span className="palette-facts">
      {code && <span className="palette-code">{code}</span>}
      {status && status !== ORDINARY_STATUS && (
        <span className="palette-status" data-status={status}>
          {label}
        </span>
      )}
      {createdAt && ' '}
      {createdAt && <TimeAgo time={createdAt} className="palette-age" />}
    </span>
  );
}
