import { CameraOutlined, PlusOutlined } from '@ant-design/icons';
import { rules } from '@ecom-crm/openapi/rules';
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { FileDrop, FilePicker } from '../form/file-drop';
import { useMediaQuery } from '../lib/use-media-query';
import { ChosenImages } from './chosen-images';
import { readImageFiles, type BadFile } from './image-files';
import { uploadEarly } from './image-uploads';
import './image-upload.css';

const MAX_IMAGES = rules.CreateProductDto.images.maxItems ?? Infinity;
const TOO_MANY = `Up to ${MAX_IMAGES} images`;
const SAMPLE_PHOTO = /^\/stock-photos\//;

/** What other fields of the form, and the form itself, can do with the upload. */
export interface ImageUploadHandle {
  add: (image: string) => void;
  focus: () => void;
}

interface ImageUploadProps {
  /** Set by the form. */
  id?: string;
  value?: string[];
  onChange?: (images: string[]) => void;
  'aria-describedby'?: string;
  /** Whether the first image stands for the record in lists. */
  hasCover?: boolean;
  ref?: Ref<ImageUploadHandle>;
}

/** The pictures of a record, as a form control: picked, dropped, pasted or photographed, put in order, and taken out again. */
export function ImageUpload({
  id,
  value = [],
  onChange,
  hasCover = false,
  'aria-describedby': describedBy,
  ref,
}: ImageUploadProps) {
  const [bad, setBad] = useState<BadFile[]>([]);
  const [reading, setReading] = useState<string>();
  const isTouch = useMediaQuery('(pointer: coarse)');
  const group = useRef<HTMLDivElement>(null);
  // Files take time to read, and images can be removed until then.
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);

  function change(images: string[]) {
    latest.current = images;
    onChange?.(images);
  }
  function add(image: string) {
    // The sample photo is there so that a product can be saved without one of its own.
    change([...latest.current.filter((other) => !SAMPLE_PHOTO.test(other)), image]);
  }
  async function addFiles(files: File[]) {
    const room = roomLeft(latest.current);
    const taken = files.slice(0, room);
    let done = 0;
    setReading(`Preparing 1 of ${taken.length}…`);
    const unusable = await readImageFiles(taken, {
      onImage: (image) => {
        add(image);
        uploadEarly(image);
      },
      onDone: () => setReading(`Preparing ${Math.min(++done + 1, taken.length)} of ${taken.length}…`),
    });
    setReading(undefined);
    setBad([...unusable, ...files.slice(room).map(({ name }) => ({ name, message: TOO_MANY }))]);
  }
  function addAddress(address: string) {
    if (roomLeft(latest.current) > 0) add(address);
    else setBad([{ name: address, message: TOO_MANY }]);
  }
  useImperativeHandle(ref, () => ({
    add: addAddress,
    focus: () => group.current?.querySelector<HTMLElement>('.file-drop')?.focus(),
  }));

  return (
    <div className="image-upload" role="group" aria-label="Images" aria-describedby={describedBy} ref={group}>
      <ChosenImages
        images={value}
        hasCover={hasCover}
        onChange={(images) => {
          setBad([]);
          change(images);
        }}
      />
      <FileDrop id={id} accept="image/*" busy={reading !== undefined} onFiles={(files) => void addFiles(files)}>
        <PlusOutlined aria-hidden /> {reading ?? 'Click to upload images'}
        <span className="muted">
          {isTouch ? '' : ' or drop or paste them here.'} Up to {MAX_IMAGES} images, 5&nbsp;MB each
        </span>
      </FileDrop>
      {isTouch && (
        <FilePicker
          className="image-upload-camera"
          accept="image/*"
          capture="environment"
          busy={reading !== undefined}
          onFiles={(files) => void addFiles(files)}
        >
          <CameraOutlined aria-hidden /> or take a photo
        </FilePicker>
      )}
      <Faults files={bad} />
    </div>
  );
}

/** How many images can be added. */
function roomLeft(images: string[]): number {
  return MAX_IMAGES - images.filter((image) => !SAMPLE_PHOTO.test(image)).length;
}

function Faults({ files }: { files: BadFile[] }) {
  return (
    <div className="image-upload-faults" role="alert">
      {files.map(({ name, message }, index) => (
        <p key={`${index} ${name}`}>
          <span>{message}</span> <span className="muted">({name})</span>
        </p>
      ))}
    </div>
  );
}
