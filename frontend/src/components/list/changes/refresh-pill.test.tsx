import { screen, waitFor } from '@testing-library/react';
import { ACTIVITY, activityServer, buildEntry } from '../../../../test/activity';
import { change, connected, idleAtOnce } from '../../../../test/live';
import { open } from '../../../../test/open';

beforeEach(idleAtOnce);

const pill = { name: 'New changes · Refresh' };

it('is still there for one who reads more, leaves the list and comes back to it', async () => {
  const next = { link: '</api/activity?limit=50&cursor=x>; rel="next"' };
  const older = buildEntry({ changeSet: 'older', title: 'Older' });
  const server = activityServer([]).on(ACTIVITY, ({ query }) =>
    query.get('cursor') ? { body: [older] } : { body: [buildEntry()], headers: next },
  );
  const user = open('/activity', server);
  await screen.findByText('Does it fit?');
  const source = await connected();
  source.send('change', change({ kind: 'question', recordId: 7 }));
  await screen.findByRole('button', pill);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('Older');
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await waitFor(() => expect(screen.queryByText('Older')).toBeNull());
  window.history.back();
  await screen.findByText('Older');
  await user.click(await screen.findByRole('button', pill));
  await waitFor(() => expect(screen.queryByRole('button', pill)).toBeNull());
});
