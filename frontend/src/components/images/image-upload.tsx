import { CameraOutlined, PlusOutlined } from '@ant-design/icons';
import { rules } from '@ecom-crm/openapi/rules';
import { useContext, useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { FileDrop, FilePicker } from '../form/file-drop';
import { FormWork } from '../form/pending-work';
import { useMediaQuery } from '../lib/use-media-query';
import { ChosenImages } from './chosen-images';
import { readImageFile, withoutSample, type BadFile } from './image-files';
import { uploadEarly } from './image-uploads';
import './image-upload.css';

const MAX_IMAGES = rules.CreateProductDto.images.maxItems ?? Infinity;
const TOO_MANY = `Up to ${MAX_IMAGES} images`;
/** How many files are prepared, and how many there are. */
const IDLE = { done: 0, total: 0 };

/** What other fields of the form, and the form itself, can do with the upload. */
export interface ImageUploadHandle {
  /** Answers false where there is no room. */
  add: (image: string) => boolean;
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
  const [{ done, total }, setProgress] = useState(IDLE);
  /** Ends when all files so far are prepared: phones have no memory for two at a time. */
  const preparing = useRef(Promise.resolve(true));
  const { waitFor, isSaving } = useContext(FormWork);
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
    change([...withoutSample(latest.current), image]);
  }
  function addFiles(files: File[]) {
    if (total === 0) setBad([]);
    setProgress((before) => ({ ...before, total: before.total + files.length }));
    const prepared = files.map((file) => (preparing.current = preparing.current.then(() => addFile(file))));
    waitFor(Promise.all(prepared).then((added) => added.every(Boolean)));
  }
  /** Answers false where the file cannot be used. */
  async function addFile(file: File): Promise<boolean> {
    const { image, fault } = hasRoom(latest.current) ? await readImageFile(file) : { fault: TOO_MANY };
    // An address may have taken the last place while the file was read.
    const message = image && !hasRoom(latest.current) ? TOO_MANY : fault;
    if (message) setBad((others) => [...others, { name: file.name, message }]);
    else if (image) addPrepared(image);
    setProgress((before) => (before.done + 1 < before.total ? { ...before, done: before.done + 1 } : IDLE));
    return message === undefined;
  }
  function addPrepared(image: string) {
    add(image);
    uploadEarly(image);
  }
  function addAddress(address: string): boolean {
    if (hasRoom(latest.current)) {
      add(address);
      return true;
    }
    setBad([{ name: address, message: TOO_MANY }]);
    return false;
  }
  const focus = () => group.current?.querySelector<HTMLElement>('.file-drop')?.focus();
  useImperativeHandle(ref, () => ({ add: addAddress, focus }));

  return (
    <div className="image-upload" role="group" aria-label="Images" aria-describedby={describedBy} ref={group}>
      <ChosenImages
        images={value}
        hasCover={hasCover}
        onChange={(images) => {
          setBad([]);
          change(images);
          if (images.length === 0) focus();
        }}
      />
      <FileDrop id={id} accept="image/*" busy={isSaving} onFiles={addFiles}>
        <PlusOutlined aria-hidden />{' '}
        <span>{total > 0 ? `Preparing ${done + 1} of ${total}…` : 'Click to upload images'}</span>
        <span className="muted">
          {isTouch ? '' : ' or drop or paste them here.'} Up to {MAX_IMAGES} images, 5&nbsp;MB each
        </span>
      </FileDrop>
      {isTouch && (
        <FilePicker
          className="image-upload-camera"
          accept="image/*"
          capture="environment"
          busy={isSaving}
          onFiles={addFiles}
        >
          <CameraOutlined aria-hidden /> or take a photo
        </FilePicker>
      )}
      <Faults files={bad} />
    </div>
  );
}

/** Whether one more image can be added. */
function hasRoom(images: string[]): boolean {
  return withoutSample(images).length < MAX_IMAGES;
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
