import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input } from 'antd';
import { useId, useState } from 'react';
import { FileDrop } from '../form/file-drop';
import { isImageAddress, readImageFiles, type BadFile } from './image-files';
import { Thumbnails } from './thumbnails';
import './image-upload.css';

interface ImageUploadProps {
  /** Set by the form. */
  id?: string;
  value?: string[];
  onChange?: (images: string[]) => void;
  'aria-describedby'?: string;
  /** Whether pictures may be added by their address on the web too. */
  byAddress?: boolean;
}

// A field of the form, so that an address half typed is in its draft too; it is not sent.
const ADDRESS_FIELD = 'imageUrl';

/** The pictures of a record, as a form control: picked, dropped, pasted or given by address, and taken out again. */
export function ImageUpload({
  id,
  value = [],
  onChange,
  byAddress = false,
  'aria-describedby': describedBy,
}: ImageUploadProps) {
  const [bad, setBad] = useState<BadFile[]>([]);
  const [reading, setReading] = useState(false);

  async function addFiles(files: File[]) {
    setReading(true);
    const read = await readImageFiles(files);
    setReading(false);
    setBad(read.bad);
    if (read.images.length > 0) onChange?.([...value, ...read.images]);
  }
  function remove(index: number) {
    setBad([]);
    onChange?.(value.filter((_, at) => at !== index));
  }

  return (
    <div className="image-upload" role="group" aria-label="Images" aria-describedby={describedBy}>
      <Thumbnails
        images={value}
        label="Chosen images"
        button={(index) => (
          <button
            type="button"
            className="icon-button image-upload-remove"
            aria-label={`Remove image ${index + 1} of ${value.length}`}
            onClick={() => remove(index)}
          >
            <DeleteOutlined aria-hidden />
          </button>
        )}
      />
      <FileDrop id={id} accept="image/*" busy={reading} onFiles={(files) => void addFiles(files)}>
        <PlusOutlined aria-hidden /> {reading ? 'Reading images…' : 'Click to upload images'}
        <span className="muted"> or drop or paste them here; up to 5 MB each</span>
      </FileDrop>
      <Faults files={bad} />
      {byAddress && (
        <Form.Item name={ADDRESS_FIELD} noStyle>
          <AddressInput onAdd={(address) => onChange?.([...value, address])} />
        </Form.Item>
      )}
    </div>
  );
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

interface AddressInputProps {
  /** Set by the form. */
  value?: string;
  onChange?: (text: string) => void;
  onAdd: (address: string) => void;
}

function AddressInput({ value = '', onChange, onAdd }: AddressInputProps) {
  const id = useId();
  const [refused, setRefused] = useState(false);

  function add() {
    const address = value.trim();
    setRefused(!isImageAddress(address));
    if (!isImageAddress(address)) return;
    onAdd(address);
    onChange?.('');
  }

  return (
    <div className="image-upload-address">
      <label htmlFor={id}>Image URL</label>
      <div className="image-upload-address-row">
        <Input
          id={id}
          inputMode="url"
          placeholder="https://…"
          autoComplete="off"
          spellCheck={false}
          maxLength={2048}
          value={value}
          status={refused ? 'error' : undefined}
          aria-invalid={refused}
          aria-describedby={`${id}-fault`}
          onChange={(event) => {
            onChange?.(event.target.value);
            setRefused(false);
          }}
          onPressEnter={(event) => {
            event.preventDefault();
            add();
          }}
        />
        <Button onClick={add}>Add URL</Button>
      </div>
      <p id={`${id}-fault`} role="alert" className="image-upload-faults">
        {refused && 'Enter an address that starts with http:// or https://'}
      </p>
    </div>
  );
}
