import Lightbox from 'yet-another-react-lightbox';
import 'yet-another-react-lightbox/styles.css';
import { useReducedMotion } from '../lib/use-media-query';

interface ImageViewerProps {
  images: string[];
  index: number;
  onClose: () => void;
}

/** A dialog that shows images one by one; previous and next wrap at both ends, and are absent with one image. */
export default function ImageViewer({ images, index, onClose }: ImageViewerProps) {
  const reducedMotion = useReducedMotion();
  const single = images.length < 2;
  return (
    <Lightbox
      open
      index={index}
      close={onClose}
      slides={images.map((src, at) => ({ src, alt: `Image ${at + 1} of ${images.length}` }))}
      labels={{ Lightbox: 'Image viewer' }}
      animation={reducedMotion ? { fade: 0, swipe: 0, navigation: 0 } : undefined}
      carousel={{ finite: single }}
      controller={{ closeOnBackdropClick: true }}
      render={single ? { buttonPrev: () => null, buttonNext: () => null } : undefined}
    />
  );
}
