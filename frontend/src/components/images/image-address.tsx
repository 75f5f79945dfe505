import { Button } from 'antd';
import Input from 'antd/es/input/Input';
import { useId, useState } from 'react';
import { isImageAddress } from './image-files';

interface ImageAddressProps {
  /** Set by the form. */
  id?: string;
  value?: string;
  onChange?: (text: string) => void;
  onAdd: (address: string) => void;
}

/** The address of a picture on the web, which is added to the images by Enter or the button. */
export function ImageAddress({ id, value = '', onChange, onAdd }: ImageAddressProps) {
  const faultId = useId();
  const [refused, setRefused] = useState(false);

  function add() {
    const address = value.trim();
    setRefused(!isImageAddress(address));
    if (!isImageAddress(address)) return;
    onAdd(address);
    onChange?.('');
  }

  return (
    <>
      <div className="image-address">
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
          aria-describedby={faultId}
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
      <p id={faultId} role="alert" className="image-upload-faults">
        {refused && 'Enter an address that starts with http:// or https://'}
      </p>
    </>
  );
}
