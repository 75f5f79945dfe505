import { useOnline } from '../../components/lib/use-online';

/** Says while the browser has no network that this is so, and that nothing typed is lost. */
export function OfflineBanner() {
  const online = useOnline();
  return (
    <p role="status" className={online ? undefined : 'offline-banner'}>
      {!online && 'You are offline. What you type is kept.'}
    </p>
  );
}
