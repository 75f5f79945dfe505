import { DeleteOutlined, LeftOutlined, RightOutlined, PictureOutlined } from '@ant-design/icons';
import { useEffect, useRef, useState, type HTMLAttributes } from 'react';
import { isUpload, uploadEarly, useUploadProgress } from './image-uploads';
import { Thumbnails } from './thumbnails';

interface ChosenImagesProps {
  images: string[];
  hasCover: boolean;
  onChange: (images: string[]) => void;
}

/** The images of a form: each can be moved, by dragging or by its buttons, and removed, and shows how far its upload is. */
export function ChosenImages({ images, hasCover, onChange }: ChosenImagesProps) {
  const [broken, setBroken] = useState<string[]>([]);
  const [moved, setMoved] = useState<{ to: number; by: number }>();
  const [removed, setRemoved] = useState<{ at: number; left: number }>();
  const box = useRef<HTMLDivElement>(null);

  // The button that was pressed is now that of another image: the focus goes along with its own.
  useEffect(() => {
    if (!moved) return;
    const [earlier, later] = box.current?.querySelectorAll<HTMLButtonElement>(`[data-move="${moved.to}"]`) ?? [];
    (moved.by < 0 ? earlier : later)?.focus();
  }, [moved]);

  // The button that was pressed is gone with its image. After the last one, the upload gets the focus.
  useEffect(() => {
    if (!removed) return;
    const buttons = box.current?.querySelectorAll<HTMLButtonElement>('.chosen-image-remove') ?? [];
    buttons[Math.min(removed.at, buttons.length - 1)]?.focus();
  }, [removed]);

  function remove(at: number) {
    onChange(images.filter((_, other) => other !== at));
    setMoved(undefined);
    setRemoved({ at, left: images.length - 1 });
  }
  function move(from: number, to: number) {
    const rest = images.filter((_, at) => at !== from);
    onChange([...rest.slice(0, to), images[from], ...rest.slice(to)]);
  }
  /** Moves the image of a button, which keeps the focus. */
  function moveByButton(from: number, to: number) {
    move(from, to);
    setRemoved(undefined);
    setMoved({ to, by: to - from });
  }
  const itemProps = useDragging(move);

  return (
    <div ref={box} className="chosen-images">
      <Thumbnails
        images={images}
        label="Chosen images"
        itemProps={images.length > 1 ? itemProps : undefined}
        onBroken={(image) => setBroken((others) => [...others, image])}
        tools={(index) => (
          <div className="chosen-image-tools">
            {hasCover && index === 0 && <span className="chosen-image-cover">Cover</span>}
            {hasCover && index > 0 && (
              <button
                type="button"
                className="icon-button chosen-image-make-cover"
                aria-label={`Make image ${index + 1} the cover`}
                title="Make cover"
                onClick={() => moveByButton(index, 0)}
              >
                <PictureOutlined aria-hidden />
              </button>
            )}
            <button
              type="button"
              className="icon-button chosen-image-button chosen-image-remove"
              aria-label={`Remove image ${index + 1} of ${images.length}`}
              onClick={() => remove(index)}
            >
              <DeleteOutlined aria-hidden />
            </button>
            {images.length > 1 &&
              [-1, 1].map((by) => (
                <button
                  key={by}
                  type="button"
                  className={`icon-button chosen-image-button chosen-image-${by < 0 ? 'earlier' : 'later'}`}
                  aria-label={`Move image ${index + 1} ${by < 0 ? 'earlier' : 'later'}`}
                  title={by < 0 ? 'Move earlier' : 'Move later'}
                  data-move={index}
                  // Disabled, it would lose the focus; on another button, one Enter too many would move the image back.
                  aria-disabled={!images[index + by]}
                  tabIndex={images[index + by] ? undefined : -1}
                  onClick={() => images[index + by] && moveByButton(index, index + by)}
                >
                  {by < 0 ? <LeftOutlined aria-hidden /> : <RightOutlined aria-hidden />}
                </button>
              ))}
            <ImageProgress image={images[index]} position={index + 1} />
          </div>
        )}
      />
      <p role="status" className="visually-hidden">
        {moved && `Moved to place ${moved.to + 1} of ${images.length}`}
        {removed && `Image removed, ${removed.left || 'none'} left`}
      </p>
      <div role="status" className="chosen-images-broken">
        {images.map((image, index) =>
          broken.includes(image) ? (
            <p key={index}>
              Image {index + 1} cannot be loaded{isUpload(image) ? '' : `: check its address, ${image}`}
            </p>
          ) : null,
        )}
      </div>
    </div>
  );
}

function ImageProgress({ image, position }: { image: string; position: number }) {
  const progress = useUploadProgress(image);
  if (progress === undefined) return null;
  if (progress === 'failed')
    return (
      <button
        type="button"
        className="chosen-image-failed"
        aria-label={`Upload of image ${position} failed: try again`}
        onClick={({ currentTarget }) => {
          // This button goes. The one that opens the image gets the focus: a second Enter there does no harm.
          currentTarget.closest('li')?.querySelector('button')?.focus();
          uploadEarly(image);
        }}
      >
        Try again
      </button>
    );
  return (
    <progress className="chosen-image-progress" aria-label={`Uploading image ${position}`} max={1} value={progress} />
  );
}

/** Attributes of list items that can be dragged to the place of another one. */
function useDragging(move: (from: number, to: number) => void) {
  const dragged = useRef<number>(undefined);
  return (index: number): HTMLAttributes<HTMLLIElement> => ({
    draggable: true,
    onDragStart: ({ dataTransfer }) => {
      dragged.current = index;
      dataTransfer.effectAllowed = 'move';
      // Without data, Firefox does not drag.
      dataTransfer.setData('text/plain', '');
    },
    onDragOver: (event) => {
      if (dragged.current !== undefined) event.preventDefault();
    },
    onDrop: (event) => {
      const from = dragged.current;
      if (from === undefined) return;
      event.preventDefault();
      // The move makes a new item of the dragged one, and no `dragend` comes of one that is gone.
      dragged.current = undefined;
      if (from !== index) move(from, index);
    },
    onDragEnd: () => {
      dragged.current = undefined;
    },
  });
}
