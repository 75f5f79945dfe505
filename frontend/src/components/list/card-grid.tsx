import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { CARD_GAP_PX, useColumns } from './use-columns';

/** Rows rendered beyond the visible ones, so that tabbing and quick scrolling find them there. */
const OVERSCAN = 3;

interface CardGridProps<T> {
  label: string;
  items: T[];
  /** Pixels; as many columns are made as fit. Rows that fill the width without it. */
  minCardWidth?: number;
  /** Pixels, until a row has been measured. */
  estimatedHeight: number;
  renderCard: (item: T) => ReactNode;
  /** Whether there are more than these items. */
  hasMore: boolean;
  /** Called when the last rows come near. */
  onNearEnd?: () => void;
}

/** Cards in a responsive grid, or rows, scrolled with the page; only those near the viewport are in the document. */
export function CardGrid<T extends { id: number }>(props: CardGridProps<T>) {
  const { label, items, minCardWidth, estimatedHeight, renderCard, hasMore, onNearEnd } = props;
  const columns = useColumns(minCardWidth);
  const gap = minCardWidth === undefined ? 0 : CARD_GAP_PX;
  const rows = Math.ceil(items.length / columns);
  const [list, setList] = useState<HTMLElement | null>(null);
  const virtualizer = useRowVirtualizer({
    list,
    rows,
    estimatedHeight,
    columns,
    gap,
    rowKey: (row) => items[row * columns]?.id ?? row,
  });
  const shown = virtualizer.getVirtualItems();
  const last = shown.at(-1);

  const nearEnd = last !== undefined && last.index >= rows - 1;
  useEffect(() => {
    if (nearEnd) onNearEnd?.();
  }, [nearEnd, items.length, onNearEnd]);

  return (
    <>
      <PrintedRange
        from={(shown[0]?.index ?? 0) * columns + 1}
        to={Math.min(((last?.index ?? -1) + 1) * columns, items.length)}
        count={items.length}
        hasMore={hasMore}
      />
      <ul
        ref={setList}
        aria-label={label}
        className={gap === 0 ? 'card-grid card-grid-rows' : 'card-grid'}
        style={{
          gap,
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          ...virtualizer.padding(shown),
        }}
      >
        {shown.flatMap((row) =>
          items.slice(row.index * columns, (row.index + 1) * columns).map((item, column) => (
            <li
              key={item.id}
              // The cards of a row are equally high: measuring the first measures the row.
              ref={column === 0 ? virtualizer.measureElement : undefined}
              // On each, since one that was first in a narrower window is watched on.
              data-index={row.index}
              aria-setsize={onNearEnd ? -1 : items.length}
              aria-posinset={row.index * columns + column + 1}
            >
              {renderCard(item)}
            </li>
          )),
        )}
      </ul>
    </>
  );
}

interface PrintedRangeProps {
  /** The numbers of the first and of the last item that is in the document. */
  from: number;
  to: number;
  /** How many were read. */
  count: number;
  hasMore: boolean;
}

/** Says on paper which part of the list follows, where it is not the whole one. */
function PrintedRange({ from, to, count, hasMore }: PrintedRangeProps) {
  if (from === 1 && to === count && !hasMore) return null;
  const part = from === 1 ? `the first ${to}` : `numbers ${from} to ${to}`;
  return <p className="print-only">{`Only ${part} are printed here.`}</p>;
}

interface RowOptions {
  list: HTMLElement | null;
  rows: number;
  columns: number;
  gap: number;
  estimatedHeight: number;
  rowKey: (row: number) => number;
}

// Heights measured earlier, by history entry and width: on Back the page is as high as it was, so the scroll position holds.
const measured = new Map<string, VirtualItem[]>();
const REMEMBERED_LISTS = 30;

function remember(key: string, rows: VirtualItem[]): void {
  measured.delete(key);
  measured.set(key, rows);
  const [oldest] = measured.keys();
  if (measured.size > REMEMBERED_LISTS && oldest !== undefined) measured.delete(oldest);
}

function useRowVirtualizer({ list, rows, columns, gap, estimatedHeight, rowKey }: RowOptions) {
  const measuredKey = `${useLocation().key} ${columns} ${gap}`;
  const top = list?.offsetTop ?? 0;
  const virtualizer = useWindowVirtualizer({
    count: rows,
    estimateSize: () => estimatedHeight,
    getItemKey: rowKey,
    overscan: OVERSCAN,
    gap,
    scrollMargin: top,
    initialMeasurementsCache: measured.get(measuredKey),
  });
  useEffect(() => () => remember(measuredKey, virtualizer.takeSnapshot()), [measuredKey, virtualizer]);

  return {
    getVirtualItems: () => virtualizer.getVirtualItems(),
    measureElement: virtualizer.measureElement,
    /** Stands in for the rows that are not in the document. */
    padding: (shown: VirtualItem[]) => {
      const [first, last] = [shown[0], shown.at(-1)];
      if (!first || !last) return { paddingTop: virtualizer.getTotalSize() };
      return { paddingTop: first.start - top, paddingBottom: virtualizer.getTotalSize() - (last.end - top) };
    },
  };
}
