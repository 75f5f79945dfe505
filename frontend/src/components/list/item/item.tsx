import { Link } from 'react-router-dom';
import type { ReactNode } from 'react';
import { useMediaQuery } from '../../lib/use-media-query';
import { Thumbnails } from '../../images/thumbnails';
import { UnreadMark } from '../../live/unread-rows';
import { Codes } from '../../ui/codes';
import type { ListView } from '../list-view';
import { Cover } from './cover';
import './item.css';
import './item-card.css';
import './item-row.css';

/** Narrower than this, a card shows its first image at its left. */
const NARROW = '(width < 600px)';

interface ItemProps {
  view: ListView;
  /** Starts the ids of the elements within, such as `problem-7`; the heading has `-title`. */
  id: string;
  /** Sets the columns of its rows: `product`, `thread` or `update`. */
  kind: string;
  headingLevel?: 2 | 3;
  title: string;
  /** Where the title leads. */
  path: string;
  /** Whether nobody has to look at it any longer. */
  isDone?: boolean;
  /** What stands below the title, in rows at its right. */
  text: ReactNode;
  /** Left out where such records have none. */
  images?: string[];
  /** Below all that: status, facts and buttons. */
  children: ReactNode;
}

/** A record in a list, as a row or as a card: the same elements in the same order. */
export function Item(props: ItemProps) {
  const { view, id, kind, headingLevel = 2, title, path, isDone, text, images, children } = props;
  const isNarrow = useMediaQuery(NARROW);
  const hasCover = images !== undefined && (view === 'rows' || (isNarrow && images.length > 0));
  const Heading = `h${headingLevel}` as const;
  const classes = [
    view === 'rows' ? 'item-row' : 'card item-card',
    `${kind}-item`,
    hasCover && 'item-with-cover',
    isDone && 'item-done',
  ];
  return (
    <article className={classes.filter(Boolean).join(' ')} aria-labelledby={`${id}-title`}>
      <div className="item-main">
        <Heading id={`${id}-title`} className="item-title" dir="auto">
          <UnreadMark id={id} />
          <Link id={`${id}-link`} to={path} title={view === 'rows' ? title : undefined}>
            <Codes text={title} />
          </Link>
        </Heading>
        {text}
      </div>
      {images && (hasCover ? <Cover images={images} /> : <Thumbnails images={images} oneRow />)}
      <div className="item-foot">{children}</div>
    </article>
  );
}
