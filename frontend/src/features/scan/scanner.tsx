import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { toast } from '../../components/toasts/toast-store';
import { scannerListener } from './scanner-keys';

/** Opens products by a scanner, wherever a signed-in person is. */
export function Scanner() {
  const navigate = useNavigate();
  const open = useEffectEvent((code: string) => {
    const { pathname } = window.location;
    const { activeElement } = document;
    // No part of the first view.
    void import('./open-code').then(
      ({ openCode }) => openCode(code, navigate, { pathname, activeElement }),
      () => toast({ description: 'The code was not opened. Please scan it again', variant: 'destructive' }),
    );
  });
  useEffect(() => {
    const onKeyDown = scannerListener((code) => open(code));
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
  return null;
}
