import { PictureOutlined } from '@ant-design/icons';
import { useCallback, useState, type HTMLAttributes, type ReactNode } from 'react';
import { lazyPart } from '../ui/lazy-part';
import './thumbnails.css';

export const ImageViewer = lazyPart(() => import('./image-viewer'), { name: 'The picture viewer' });

/** Width and height of a thumbnail, and the space between two. */
export const THUMBNAIL_PX = 100;
const GAP_PX = 8;
/** Pixels asked of the server: sharp on screens with two device pixels to one. */
const FETCHED_PX = 200;
const OWN_IMAGE = /^\/api\/images\/[0-9a-f]{64}$/;

interface ThumbnailsProps {
  images: string[];
  label?: string;
  /** Whether only as many are shown as fit into one row; the last one then says how many more there are. */
  oneRow?: boolean;
  /** What stands on each image, by its index. */
  tools?: (index: number) => ReactNode;
  /** Attributes of the list item of each image, by its index. */
  itemProps?: (index: number) => HTMLAttributes<HTMLLIElement>;
  /** An image cannot be loaded. */
  onBroken?: (image: string) => void;
}

/** A record's images as 100x100 buttons; one click opens the viewer at that image. */
export function Thumbnails({ images, label = 'Images', oneRow = false, tools, itemProps, onBroken }: ThumbnailsProps) {
  const [opened, setOpened] = useState<number>();
  const [fitting, measure] = useFitting();
  if (images.length === 0) return null;
  const shown = oneRow ? images.slice(0, fitting) : images;
  return (
    <>
      <ul
        className={oneRow ? 'thumbnails thumbnails-row' : 'thumbnails'}
        aria-label={label}
        ref={oneRow ? measure : undefined}
      >
        {shown.map((image, index) => (
          <li key={`${index} ${image.slice(0, 200)}`} {...itemProps?.(index)}>
            <ThumbnailButton
              image={image}
              position={index + 1}
              total={images.length}
              more={index + 1 === shown.length ? images.length - shown.length : 0}
              onOpen={() => setOpened(index)}
              onBroken={onBroken}
            />
            {tools?.(index)}
          </li>
        ))}
      </ul>
      {opened !== undefined && <ImageViewer images={images} index={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** How many thumbnails fit into the width of an element; all of them until it is measured. */
function useFitting() {
  const [fitting, setFitting] = useState(Infinity);
  const measure = useCallback((list: HTMLElement | null) => {
    if (!list) return undefined;
    const observer = new ResizeObserver(([{ contentRect }]) =>
      setFitting(Math.max(1, Math.floor((contentRect.width + GAP_PX) / (THUMBNAIL_PX + GAP_PX)))),
    );
    observer.observe(list);
    return () => observer.disconnect();
  }, []);
  return [fitting, measure] as const;
}

interface ThumbnailButtonProps {
  image: string;
  position: number;
  total: number;
  /** How many images after this one are not shown. */
  more: number;
  onOpen: () => void;
  onBroken?: (image: string) => void;
}

/** One thumbnail that opens the viewer; a picture that cannot be loaded shows a sign. */
function ThumbnailButton({ image, position, total, more, onOpen, onBroken }: ThumbnailButtonProps) {
  const [broken, setBroken] = useState(false);
  const name = `Open image ${position} of ${total}`;
  return (
    <button type="button" className="thumbnail" aria-label={more > 0 ? `${name}, +${more}` : name} onClick={onOpen}>
      <img
        src={thumbnailAddress(image)}
        alt=""
        width={THUMBNAIL_PX}
        height={THUMBNAIL_PX}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => {
          setBroken(true);
          onBroken?.(image);
        }}
      />
      {broken && <PictureOutlined className="thumbnail-broken" aria-hidden />}
      {more > 0 && <span className="thumbnail-more">+{more}</span>}
    </button>
  );
}

/** Where the small picture is. */
export function thumbnailAddress(image: string): string {
  return OWN_IMAGE.test(image) ? `${image}?size=${FETCHED_PX}` : image;
}
