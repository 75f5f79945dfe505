import { Skeleton } from 'antd';

/** Stands in for something that is read, and says so. */
export function LoadingCard({ label, rows = 2 }: { label: string; rows?: number }) {
  return (
    <div aria-busy="true">
      <p role="status" className="visually-hidden">
        {label}
      </p>
      <div className="card skeleton-card" aria-hidden>
        <Skeleton active title={false} paragraph={{ rows }} />
      </div>
    </div>
  );
}

/** Stands in for a card of some lines of text while its list is read; `height` in pixels. */
export function CardSkeleton({ height }: { height: number }) {
  return (
    <div style={{ height }}>
      <Skeleton active title={{ width: '60%' }} paragraph={{ rows: 2, width: ['90%', '45%'] }} />
    </div>
  );
}
