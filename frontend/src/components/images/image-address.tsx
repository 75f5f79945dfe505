import { Button } from 'antd';
import Input from 'antd/es/input/Input';
import { useId, useState } from 'react';
import { isComposing } from '../commands/composition';
import { formatCount } from '../ui/time-ago';
import { isImageAddress } from './image-files';

/** As in the rules of the API. */
const MAX_LENGTH = 2048;

interface ImageAddressProps {
  /** Set by the form. */
  id?: string;
  value?: string;
  onChange?: (text: string) => void;
  /** Answers false where there is no room for it. */
  onAdd: (address: string) => boolean;
}

/** The address of a picture on the web, which is added to the images by Enter or the button. */
export function ImageAddress({ id, value = '', onChange, onAdd }: ImageAddressProps) {
  const faultId = useId();
  const [fault, setFault] = useState('');

  function add() {
    const address = value.trim();
    const found = addressFault(address);
    setFault(found);
    if (!found && onAdd(address)) onChange?.('');
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
          value={value}
          status={fault ? 'error' : undefined}
          aria-invalid={fault !== ''}
          aria-describedby={faultId}
          onChange={(event) => {
            onChange?.(event.target.value);
            setFault('');
          }}
          onPressEnter={(event) => {
            if (isComposing(event)) return;
            event.preventDefault();
            add();
          }}
        />
        <Button onClick={add}>Add URL</Button>
      </div>
      <p id={faultId} role="alert" className="image-upload-faults">
        {fault}
      </p>
    </>
  );
}

/** Why an address cannot be added, or nothing. */
export function addressFault(address: string): string {
  if (!isImageAddress(address)) return 'Enter an address that starts with http:// or https://';
  if (address.length > MAX_LENGTH) return `An address has at most ${formatCount(MAX_LENGTH)} characters`;
  return '';
}
