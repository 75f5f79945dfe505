import { PictureOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { ImageViewer, thumbnailAddress } from '../../images/thumbnails';
import './cover.css';

/** The first image of a record where there is no room for more; it opens the viewer, which shows them all. */
export function Cover({ images }: { images: string[] }) {
  const [isOpen, setOpen] = useState(false);
  const [broken, setBroken] = useState<string>();
  const [first] = images;
  if (first === undefined) return <span className="cover" aria-hidden />;
  return (
    <>
      <button
        type="button"
        className="cover thumbnail"
        aria-label={`Open image 1 of ${images.length}`}
        // Painted by the style sheet: it is no part of the name.
        data-more={images.length > 1 ? `+${images.length - 1}` : undefined}
        onClick={() => setOpen(true)}
      >
        <img
          src={thumbnailAddress(first)}
          alt=""
          width={100}
          height={100}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(first)}
        />
        {broken === first && <PictureOutlined className="thumbnail-broken" aria-hidden />}
      </button>
      {isOpen && <ImageViewer images={images} index={0} onClose={() => setOpen(false)} />}
    </>
  );
}
