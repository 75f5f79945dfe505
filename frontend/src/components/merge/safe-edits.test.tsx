import type { ProblemDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { buildProblem } from '../../../test/builders';
import { choose, pngFile } from '../../../test/files';
import { buildProduct, fakeServer, fill, findToast, open } from '../../../test/open';
import { stale, versioned, type FakeServer } from '../../../test/server';

const READ = 'GET /api/problems/7';
const CHANGE = 'PATCH /api/problems/7';
const problem = buildProblem({ id: 7, title: 'Cracked', description: 'Front.', images: ['https://example.com/a.jpg'] });
const { id: _id, createdAt: _createdAt, createdById: _createdById, ...fields } = problem;

const bodies = (server: FakeServer) => server.callsTo(CHANGE).map(({ body }) => body);
const versions = (server: FakeServer) => server.callsTo(CHANGE).map(({ headers }) => headers.get('If-Match'));
const dialog = () => screen.findByRole('dialog', { name: 'This problem was saved elsewhere while you edited it' });
const save = async (user: ReturnType<typeof open>) =>
  user.click(await screen.findByRole('button', { name: 'Update Problem' }));

/** Holds the problem as version 1, and as the others have changed it as 2, 3 and so on once it is saved. */
function serverWith(...others: Partial<ProblemDto>[]): FakeServer {
  const states = [problem, ...others.map((other) => ({ ...problem, ...other }))];
  let now = 0;
  return fakeServer()
    .on('GET /api/problems', { body: [] })
    .on(READ, () => versioned(now + 1, states[now]!))
    .on(CHANGE, ({ headers, body }) => {
      now = Math.min(now + 1, states.length - 1);
      const isCurrent = headers.get('If-Match') === `"${now + 1}"`;
      return isCurrent ? versioned(now + 2, { ...problem, ...(body as object) }) : stale(now + 1, states[now]!);
    });
}

async function edit(server: FakeServer, title: string) {
  const user = open('/problems/7/edit', server);
  const field = await screen.findByLabelText<HTMLInputElement>('Title');
  await user.clear(field);
  await fill(user, field, title);
  return user;
}

describe('a change', () => {
  it('starts from the version that was read', async () => {
    const server = fakeServer()
      .on('GET /api/problems', { body: [] })
      .on(READ, versioned(5, problem))
      .on(CHANGE, versioned(6, problem));
    await save(await edit(server, 'Broken'));
    await findToast('Problem updated successfully');
    expect(versions(server)).toEqual(['"5"']);
  });

  it('is undone from its toast, unless nothing was changed', async () => {
    const set = '9b2e7f04-3c1d-4f6a-8e5b-7d0c9a1b2e3f';
    const revert = `POST /api/change-sets/${set}/revert`;
    const answer = (version: number) => {
      const { headers, body } = versioned(version, problem);
      return { body, headers: { ...headers, 'x-request-id': set } };
    };
    const server = fakeServer()
      .on('GET /api/problems', { body: [] })
      .on(READ, versioned(5, problem))
      .on(CHANGE, answer(6))
      .on(revert, { body: { changeSet: null, changes: [] } });
    const user = await edit(server, 'Broken');
    await save(user);
    await findToast('Problem updated successfully');
    const toasts = within(screen.getByRole('region', { name: 'Notification' }));
    await user.click(toasts.getByRole('button', { name: 'Undo' }));
    await findToast('Already undone');
    expect(server.callsTo(revert)).toHaveLength(1);

    const conflicts = [{ kind: 'problem', recordId: problem.id, field: 'title', version: 7 }];
    server.on(revert, {
      status: 409,
      body: { statusCode: 409, error: 'Conflict', message: 'Changed since', conflicts },
    });
    cleanup();
    server.on(CHANGE, answer(6));
    await save(await edit(server, 'Broken'));
    await findToast('Problem updated successfully');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await findToast('Changed again since then. Undo it in the history.');
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(window.location.pathname).toBe(`/problems/${problem.id}`);

    cleanup();
    server.on(CHANGE, answer(5));
    await save(await edit(server, 'Broken'));
    await findToast('Problem updated successfully');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('is merged without a question with what others have changed, however often', async () => {
    const server = serverWith({ description: 'Rear.' }, { description: 'Rear.', status: 'resolved' });
    await save(await edit(server, 'Broken'));
    expect(await findToast('Problem updated successfully')).toEqual({ title: 'Success', destructive: false });
    expect(versions(server)).toEqual(['"1"', '"2"', '"3"']);
    expect(bodies(server).at(-1)).toEqual({ ...fields, title: 'Broken', description: 'Rear.', status: 'resolved' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks nothing where both have changed the same way', async () => {
    const server = serverWith({ title: 'Broken' });
    await save(await edit(server, 'Broken'));
    await findToast('Problem updated successfully');
    expect(bodies(server).at(-1)).toEqual({ ...fields, title: 'Broken' });
  });

  it('asks where both have changed the same, and saves what is chosen', async () => {
    const images = ['https://example.com/b.jpg'];
    const server = serverWith({ title: 'Bent', images, description: 'Rear.' });
    const user = await edit(server, 'Broken');
    await user.click(screen.getByRole('button', { name: 'Remove image 1 of 1' }));
    await save(user);
    const shown = within(await dialog());
    expect(shown.getAllByRole('group').map((group) => group.querySelector('legend')?.textContent)).toEqual([
      'Title',
      'Images',
    ]);
    const title = within(shown.getByRole('group', { name: 'Title' }));
    expect(title.getByRole<HTMLInputElement>('radio', { name: 'Mine Broken' }).checked).toBe(true);
    await user.click(title.getByRole('radio', { name: 'Theirs Bent' }));
    const pictures = within(shown.getByRole('group', { name: 'Images' }));
    expect(pictures.getByRole<HTMLInputElement>('radio', { name: 'Mine No images' }).checked).toBe(true);
    expect(pictures.getByRole('img', { name: 'Image 1 of 1' }).getAttribute('src')).toBe(images[0]);
    await user.click(shown.getByRole('button', { name: 'Save' }));
    await findToast('Problem updated successfully');
    expect(bodies(server).at(-1)).toEqual({ ...fields, title: 'Bent', images: [], description: 'Rear.' });
    expect(versions(server)).toEqual(['"1"', '"2"']);
  });

  it('is said not to be saved where one left before the same had been changed', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const server = serverWith().on(CHANGE, () => held.then(() => stale(2, { ...problem, title: 'Bent' })));
    const user = await edit(server, 'Broken');
    await save(user);
    await waitFor(() => expect(bodies(server)).toHaveLength(1));
    await user.click(screen.getByRole('link', { name: 'Products' }));
    await waitFor(() => expect(screen.queryByLabelText('Title')).toBeNull());
    release();
    expect((await findToast('Somebody changed it after you read it')).destructive).toBe(true);
  });

  it('goes back to the form with everything typed, and asks again', async () => {
    const server = serverWith({ title: 'Bent' }, { title: 'Dented' });
    const user = await edit(server, 'Broken');
    await save(user);
    await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Broken');
    expect(window.location.pathname).toBe('/problems/7/edit');
    expect(document.querySelector('.form-refusal')).toBeNull();
    await save(user);
    const shown = within(await dialog());
    expect(shown.getByRole('radio', { name: 'Theirs Dented' })).toBeTruthy();
    await user.click(shown.getByRole('button', { name: 'Save' }));
    await findToast('Problem updated successfully');
    expect(bodies(server).at(-1)).toEqual({ ...fields, title: 'Broken' });
  });

  it('in a draft is merged too, with what it was based on', async () => {
    const server = serverWith({ description: 'Rear.' });
    await edit(server, 'Broken');
    cleanup();
    server.on(READ, versioned(2, { ...problem, description: 'Rear.' }));
    const user = open('/problems/7/edit', server);
    expect(
      await screen.findByText(/It was changed after you started; conflicts are shown when you save\./),
    ).toBeTruthy();
    await save(user);
    await findToast('Problem updated successfully');
    expect(versions(server)).toEqual(['"1"', '"2"']);
    expect(bodies(server).at(-1)).toEqual({ ...fields, title: 'Broken', description: 'Rear.' });
  });

  it('sent again after a lost answer is one’s own, new pictures too', async () => {
    const server = fakeServer().on('GET /api/problems', { body: [] }).on(READ, versioned(1, problem));
    server.on(CHANGE, ({ body }) => {
      const saved = { ...problem, ...(body as object) };
      server.on(CHANGE, ({ headers }) => (headers.get('If-Match') === '"2"' ? versioned(3, saved) : stale(2, saved)));
      return Promise.reject(new TypeError('Failed to fetch'));
    });
    const user = await edit(server, 'Broken');
    choose(pngFile());
    await screen.findByRole('button', { name: 'Open image 2 of 2' });
    await save(user);
    expect(await screen.findByText('The server could not be reached. What you typed is kept.')).toBeTruthy();
    await save(user);
    await findToast('Problem updated successfully');
    expect(bodies(server).at(-1)).toMatchObject({
      title: 'Broken',
      images: [problem.images[0], expect.stringMatching(/^\/api\/images\//)],
    });
  });

  it('is not sent for ever where no version comes through', async () => {
    const server = fakeServer()
      .on(READ, { body: problem })
      .on(CHANGE, { ...stale(2, problem), headers: {} });
    await save(await edit(server, 'Broken'));
    expect(await findToast('Somebody changed it after you read it')).toEqual({ title: 'Error', destructive: true });
    expect(bodies(server)).toHaveLength(1);
  });

  it('of a product is merged by extra field', async () => {
    const product = buildProduct({ id: 7, extraFields: { Axle: 'front', Bolts: '4' }, status: 'active' });
    const theirs = { ...product, status: 'on hold', extraFields: { Axle: 'both', Bolts: '4', Colour: 'red' } };
    const server = fakeServer().on('GET /api/products/7', versioned(1, product));
    server.on('PUT /api/products/7', ({ headers }) =>
      headers.get('If-Match') === '"2"' ? versioned(3, theirs) : stale(2, theirs),
    );
    const user = open('/products/edit/7', server);
    const value = (await screen.findAllByLabelText<HTMLInputElement>('Value'))[0]!;
    await user.clear(value);
    await fill(user, value, 'rear');
    await user.click(screen.getByRole('button', { name: 'Remove extra field 2' }));
    await user.click(screen.getByRole('button', { name: 'Update Product' }));
    const shown = within(
      await screen.findByRole('dialog', { name: 'This product was saved elsewhere while you edited it' }),
    );
    expect(shown.getByRole('group', { name: 'Axle' })).toBeTruthy();
    expect(shown.getAllByRole('group')).toHaveLength(1);
    await user.click(shown.getByRole('button', { name: 'Save' }));
    await findToast('Product updated successfully');
    const { status, extraFields } = server.callsTo('PUT /api/products/7').at(-1)?.body as typeof product;
    expect({ status, extraFields }).toEqual({ status: 'on hold', extraFields: { Axle: 'rear', Colour: 'red' } });
  });
});
