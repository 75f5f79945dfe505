import { Skeleton } from 'antd';

/** Stands in for a card of some lines of text while its list is read; `height` in pixels. */
export function CardSkeleton({ height }: { height: number }) {
  return (
    <div style={{ height }}>
      <Skeleton active title={{ width: '60%' }} paragraph={{ rows: 2, width: ['90%', '45%'] }} />
    </div>
  );
}
