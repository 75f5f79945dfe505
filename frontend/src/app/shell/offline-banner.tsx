import { useOnline } from '../../components/lib/use-online';

/** Says while the browser has no network that this is so, and what is kept: drafts of records and responses. */
export function OfflineBanner() {
  const online = useOnline();
  return (
    <p role="status" className={online ? undefined : 'offline-banner'}>
      {!online && 'You are offline. What you type into a record or a response is kept.'}
    </p>
  );
}
