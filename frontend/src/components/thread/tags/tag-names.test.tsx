import { screen } from '@testing-library/react';
import { findToast, open } from '../../../../test/open';
import { queueServer, rows } from '../../../../test/queue';

it('offers no tag whose name is too long, says why and keeps what is typed', async () => {
  const fake = queueServer()
    .on('POST /api/tags', { status: 201, body: { id: 4, name: 'x'.repeat(50), color: 'red', group: null } })
    .on('PUT /api/question/1/tags/4', { body: { tagIds: [4] } });
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('t');
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Tags' });
  await user.click(field);
  await user.paste('x'.repeat(51));
  expect(screen.queryByRole('option', { name: /Create/ })).toBeNull();
  expect(screen.getByText('Name must be at most 50 characters').getAttribute('role')).toBe('status');
  await user.keyboard('{Enter}');
  expect(field.value).toHaveLength(51);
  expect(fake.callsTo('POST /api/tags')).toEqual([]);
  await user.keyboard('{Backspace}{Enter}');
  await findToast(`Tagged “${'x'.repeat(50)}”`);
  expect(fake.callsTo('POST /api/tags').map(({ body }) => body)).toEqual([{ name: 'x'.repeat(50), color: 'red' }]);
});
