import { useMemo, useState } from 'react';
import Lightbox from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Download from 'yet-another-react-lightbox/plugins/download';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/plugins/counter.css';
import 'yet-another-react-lightbox/styles.css';
import './image-viewer.css';
import { useReducedMotion } from '../lib/use-media-query';

interface ImageViewerProps {
  images: string[];
  index: number;
  onClose: () => void;
}

/** A dialog that shows images one by one, to look at closely; previous and next wrap at both ends, and are absent with one image. */
export default function ImageViewer({ images, index, onClose }: ImageViewerProps) {
  const reducedMotion = useReducedMotion();
  const single = images.length < 2;
  // The lightbox goes to `index` whenever its slides change, so `index` follows the image that is shown.
  const [shown, setShown] = useState(index);
  const slides = useMemo(
    () =>
      images.map((src, at) => ({
        src,
        alt: `Image ${at + 1} of ${images.length}`,
        downloadFilename: `image-${at + 1}`,
      })),
    [images],
  );
  return (
    <Lightbox
      open
      index={Math.min(shown, images.length - 1)}
      on={{ view: ({ index: viewed }) => setShown(viewed) }}
      close={onClose}
      slides={slides}
      plugins={single ? [Zoom, Download] : [Counter, Zoom, Download]}
      labels={{ Lightbox: 'Image viewer' }}
      animation={reducedMotion ? { fade: 0, swipe: 0, navigation: 0, zoom: 0 } : undefined}
      carousel={{ finite: single }}
      controller={{ closeOnBackdropClick: true }}
      zoom={{ maxZoomPixelRatio: 4 }}
      download={{
        download: ({ slide }) => {
          if ('src' in slide) save(slide.src, slide.downloadFilename);
        },
      }}
      render={single ? { buttonPrev: () => null, buttonNext: () => null } : undefined}
    />
  );
}

/** The plugin's own way asks other sites for the picture, which the page must not; the browser opens these in a new tab. */
function save(address: string, name = ''): void {
  const link = document.createElement('a');
  Object.assign(link, { href: address, download: name, target: '_blank', rel: 'noopener noreferrer' });
  link.click();
}
