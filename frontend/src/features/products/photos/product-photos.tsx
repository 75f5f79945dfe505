import { PictureOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { ImageViewer, Thumbnails } from '../../../components/images/thumbnails';

const OWN_IMAGE = /^\/api\/images\/[0-9a-f]{64}$/;
/** Pixels asked of the server: sharp on screens with two device pixels to one. */
const FETCHED_PX = 720;

/** The photos of a product: the first one large, the rest as thumbnails; each opens the viewer. */
export function ProductPhotos({ images }: { images: string[] }) {
  const [isOpen, setOpen] = useState(false);
  const [broken, setBroken] = useState<string>();
  const [first] = images;
  if (!first) return null;
  return (
    <div className="product-photos">
      <button type="button" className="product-photo" aria-label="Open the photo" onClick={() => setOpen(true)}>
        {broken === first ? (
          <PictureOutlined className="thumbnail-broken" aria-hidden />
        ) : (
          <img
            src={OWN_IMAGE.test(first) ? `${first}?size=${FETCHED_PX}` : first}
            alt=""
            decoding="async"
            referrerPolicy="no-referrer"
            onError={() => setBroken(first)}
          />
        )}
      </button>
      {images.length > 1 && <Thumbnails images={images} label="Photos" />}
      {isOpen && <ImageViewer images={images} index={0} onClose={() => setOpen(false)} />}
    </div>
  );
}
