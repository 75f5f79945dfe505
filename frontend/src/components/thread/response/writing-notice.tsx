import { useUserName } from '../../live/use-user-name';
import { useWriters } from '../../live/presence';

const names = new Intl.ListFormat('en');

/** Says at the box who writes a response too, lest two people answer the same. */
export function WritingNotice() {
  const writers = useWriters();
  const nameOf = useUserName();
  const who = names.format(writers.map(({ userId, userEmail }) => nameOf(userId, userEmail)));
  return (
    <p role="status" className="writing-notice small">
      {who && `${who} ${writers.length === 1 ? 'is' : 'are'} writing a response`}
    </p>
  );
}
