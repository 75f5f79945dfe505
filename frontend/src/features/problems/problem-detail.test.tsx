import { act, screen, waitFor, within } from '@testing-library/react';
import { buildProblem } from '../../../test/builders';
import { fakeServer, findToast, open } from '../../../test/open';
import { describeThreadScreen } from '../../../test/thread-contract';

describe('a problem', () => {
  describeThreadScreen({ noun: 'problem', path: '/problems', api: '/api/problems', record: buildProblem({ id: 7 }) });

  it('shows its pictures, which open the viewer, and leads to editing', async () => {
    const images = ['https://example.com/a.jpg', `/api/images/${'0'.repeat(64)}`];
    const server = fakeServer()
      .on('GET /api/problems/7', { body: buildProblem({ id: 7, images }) })
      .on('GET /api/problems/7/responses', { body: [] });
    const user = open('/problems/7', server);
    expect((await screen.findByRole('link', { name: 'Edit Problem' })).getAttribute('href')).toBe('/problems/7/edit');
    expect(server.callsTo('GET /api/problems/7')[0]?.query.get('images')).toBe('url');
    await user.click(screen.getByRole('button', { name: 'Open image 2 of 2' }));
    expect(
      within(await screen.findByRole('dialog', { name: 'Image viewer' })).getByRole('button', { name: 'Next' }),
    ).toBeTruthy();
  });

  it('closes its question and its viewer where Back shows another problem', async () => {
    const pad = buildProblem({ id: 8, title: 'Pad squeaks', images: ['https://example.com/b.jpg'] });
    const disc = buildProblem({ id: 7, title: 'Disc rusts', images: ['https://example.com/a.jpg'] });
    const server = fakeServer()
      .on('GET /api/problems', { body: [disc, pad] })
      .on('GET /api/problems/7', { body: disc })
      .on('GET /api/problems/7/responses', { body: [] })
      .on('GET /api/problems/8', { body: pad })
      .on('GET /api/problems/8/responses', { body: [] });
    const user = open('/problems', server);
    const view = async (index: number) =>
      user.click((await screen.findAllByRole('link', { name: /^View Details/ }))[index]!);
    await view(0);
    for (const button of ['Delete problem', 'Open image 1 of 1']) {
      await screen.findByRole('heading', { level: 1, name: 'Disc rusts' });
      await user.click(screen.getByRole('link', { name: 'Problems' }));
      await view(1);
      await screen.findByRole('heading', { level: 1, name: 'Pad squeaks' });
      await user.click(await screen.findByRole('button', { name: button }));
      await screen.findByRole('dialog');
      act(() => window.history.go(-2));
      await screen.findByRole('heading', { level: 1, name: 'Disc rusts', hidden: true });
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });

  it('leads back to all problems if the list was left so, whatever status was chosen last', async () => {
    const server = fakeServer()
      .on('GET /api/problems/7', { body: buildProblem({ id: 7 }) })
      .on('GET /api/problems/7/responses', { body: [] })
      .on('GET /api/problems', { body: [] });
    localStorage.setItem('problem status 1', 'open');
    sessionStorage.setItem('list /problems', '');
    const user = open('/problems/7', server);
    await user.click(await screen.findByRole('link', { name: 'Back' }));
    expect(await screen.findByText('No problems found')).toBeTruthy();
    expect(window.location.search).toBe('');
  });

  it('is deleted after a question, which leads to the list as it was left', async () => {
    const server = fakeServer()
      .on('GET /api/problems/7', { body: buildProblem({ id: 7 }), headers: { ETag: '"3"' } })
      .on('GET /api/problems/7/responses', { body: [] })
      .on('GET /api/problems', { body: [] })
      .on('DELETE /api/problems/7', { status: 204, body: '' });
    sessionStorage.setItem('list /problems', '?status=resolved');
    const user = open('/problems/7', server);
    await user.click(await screen.findByRole('button', { name: 'Delete problem' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Problem' }));
    expect(server.callsTo('DELETE /api/problems/7')).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await findToast('Problem deleted successfully')).toEqual({ title: 'Success', destructive: false });
    expect(await screen.findByText('No resolved problems.')).toBeTruthy();
    expect(window.location.pathname + window.location.search).toBe('/problems?status=resolved');
  });

  it('leaves a person alone who went elsewhere while it was deleted', async () => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    const server = fakeServer()
      .on('GET /api/problems/7', { body: buildProblem({ id: 7 }), headers: { ETag: '"3"' } })
      .on('GET /api/problems/7/responses', { body: [] })
      .on('GET /api/problems', { body: [buildProblem({ id: 7 })] })
      .on('DELETE /api/problems/7', () => held.then(() => ({ status: 204, body: '' })));
    const user = open('/products', server);
    await user.click(await screen.findByRole('link', { name: 'Problems' }));
    await user.click(await screen.findByRole('link', { name: /^View Details/ }));
    await screen.findByRole('heading', { level: 1, name: buildProblem().title });
    await user.click(await screen.findByRole('button', { name: 'Delete problem' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.callsTo('DELETE /api/problems/7')).toHaveLength(1));
    act(() => window.history.go(-2));
    await screen.findByRole('heading', { level: 1, name: 'Products' });
    answer();
    await findToast('Problem deleted successfully');
    expect(window.location.pathname).toBe('/products');
  });
});
