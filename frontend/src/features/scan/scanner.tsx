import { useEffect, useEffectEvent } from 'react';
import { scannerListener } from './scanner-keys';
import { useCodeOpening } from './use-code-opening';

/** Opens products by a scanner, wherever a signed-in person is. */
export function Scanner() {
  const open = useEffectEvent(useCodeOpening());
  useEffect(() => {
    const onKeyDown = scannerListener((code) => void open(code));
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
  return null;
}
