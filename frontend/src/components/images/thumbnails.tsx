import { PictureOutlined } from '@ant-design/icons';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import './thumbnails.css';

const ImageViewer = lazy(() => import('./image-viewer'));

/** Width and height of a thumbnail. */
export const THUMBNAIL_PX = 100;
/** Pixels asked of the server: sharp on screens with two device pixels to one. */
const FETCHED_PX = 200;
const OWN_IMAGE = /^\/api\/images\/[0-9a-f]{64}$/;

interface ThumbnailsProps {
  images: string[];
  label?: string;
  /** A button on each image, by its index. */
  button?: (index: number) => ReactNode;
}

/** A record's images as 100x100 buttons; one click opens the viewer at that image. */
export function Thumbnails({ images, label = 'Images', button }: ThumbnailsProps) {
  const [opened, setOpened] = useState<number>();
  if (images.length === 0) return null;
  return (
    <>
      <ul className="thumbnails" aria-label={label}>
        {images.map((image, index) => (
          <li key={`${index} ${image.slice(0, 200)}`}>
            <ThumbnailButton image={image} position={index + 1} total={images.length} onOpen={() => setOpened(index)} />
            {button?.(index)}
          </li>
        ))}
      </ul>
      {opened !== undefined && (
        <Suspense>
          <ImageViewer images={images} index={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  );
}

interface ThumbnailButtonProps {
  image: string;
  position: number;
  total: number;
  onOpen: () => void;
}

/** One thumbnail that opens the viewer; a picture that cannot be loaded shows a placeholder. */
function ThumbnailButton({ image, position, total, onOpen }: ThumbnailButtonProps) {
  const [broken, setBroken] = useState(false);
  return (
    <button type="button" className="thumbnail" aria-label={`Open image ${position} of ${total}`} onClick={onOpen}>
      {broken ? (
        <PictureOutlined className="thumbnail-broken" aria-hidden />
      ) : (
        <img
          src={thumbnailAddress(image)}
          alt=""
          width={THUMBNAIL_PX}
          height={THUMBNAIL_PX}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
        />
      )}
    </button>
  );
}

/** Where the small picture is. */
export function thumbnailAddress(image: string): string {
  return OWN_IMAGE.test(image) ? `${image}?size=${FETCHED_PX}` : image;
}
