import { screen, waitFor } from '@testing-library/react';
import { buildProblem } from '../../../test/builders';
import { readFieldOfDrafts } from '../../../test/draft-store';
import { choose, pngFile } from '../../../test/files';
import { fakeServer, fill, findToast, open } from '../../../test/open';
import { refusal, type Answer } from '../../../test/server';
import { signInAgain } from '../../../test/thread-contract';
import { chooseStatus, shownStatus } from '../../../test/thread-screen';

const CREATE = 'POST /api/problems';
const READ = 'GET /api/problems/7';
const CHANGE = 'PATCH /api/problems/7';
const previews = () => screen.queryAllByRole('button', { name: /^Open image/ });
/** Pictures are prepared no further than the test lets them: answers what prepares the next one. */
function holdPreparing(): () => Promise<void> {
  const read = FileReader.prototype.readAsDataURL;
  const held: (() => void)[] = [];
  jest.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementation(function hold(this: FileReader, file) {
    held.push(() => read.call(this, file));
  });
  return async () => {
    await waitFor(() => expect(held).not.toHaveLength(0));
    held.shift()?.();
  };
}

afterEach(() => jest.restoreAllMocks());

const emptyList = () => fakeServer().on('GET /api/problems', { body: [] });

describe('a new problem', () => {
  async function fillIn(user: ReturnType<typeof open>): Promise<void> {
    await fill(user, await screen.findByLabelText('Title'), 'Cracked');
    await fill(user, screen.getByLabelText('Description'), 'Look');
  }

  it('is sent with its pictures, and leads to the list', async () => {
    const server = emptyList().on(CREATE, { status: 201, body: buildProblem() });
    const user = open('/problems/new', server);
    await fillIn(user);
    expect(screen.getByText('Click to upload images')).toBeTruthy();
    choose(pngFile('a.png'), pngFile('b.png'), new File(['no'], 'notes.txt', { type: 'text/plain' }));
    await waitFor(() => expect(previews()).toHaveLength(2));
    expect(screen.getByText('Please upload an image file')).toBeTruthy();
    expect(screen.queryByLabelText('Image URL')).toBeNull();
    expect(screen.queryByRole('button', { name: /cover/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add Problem' }));
    expect(await findToast('Problem successfully created')).toEqual({ title: 'Success', destructive: false });
    expect(await screen.findByRole('heading', { level: 1, name: 'Problems' })).toBeTruthy();
    const picture = expect.stringMatching(/^\/api\/images\/[0-9a-f]{64}$/) as string;
    expect(server.callsTo(CREATE)[0]?.body).toMatchObject({
      title: 'Cracked',
      description: 'Look',
      status: 'open',
      images: [picture, picture],
    });
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await waitFor(() => expect(window.location.pathname).toBe(`/problems/${buildProblem().id}`));
  });

  it('is saved with all its pictures when it is sent while they are being prepared', async () => {
    const prepare = holdPreparing();
    const server = emptyList().on(CREATE, { status: 201, body: buildProblem() });
    const user = open('/problems/new', server);
    await fillIn(user);
    choose(pngFile('a.png', 41), pngFile('b.png', 42));
    await user.click(screen.getByRole('button', { name: 'Add Problem' }));
    expect(await screen.findByText('Saving as soon as the images are prepared…')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Add Problem/ }).className).toContain('loading');
    await prepare();
    await user.type(screen.getByLabelText('Title'), ' disc');
    choose(pngFile('c.png', 43));
    await prepare();
    expect(server.callsTo(CREATE)).toHaveLength(0);
    await prepare();
    await findToast('Problem successfully created');
    expect(server.callsTo(CREATE)[0]?.body).toMatchObject({ title: 'Cracked disc', images: { length: 3 } });
  });

  it('is not saved when one of the pictures that it waits for cannot be used', async () => {
    const prepare = holdPreparing();
    const server = emptyList().on(CREATE, { status: 201, body: buildProblem() });
    const user = open('/problems/new', server);
    await fillIn(user);
    choose(pngFile('e.png', 45), new File(['x'], 'f.heic', { type: 'image/heic' }));
    await user.click(screen.getByRole('button', { name: 'Add Problem' }));
    await prepare();
    expect(await screen.findByText('Not saved: an image could not be added.')).toBeTruthy();
    expect(screen.getByText(/HEIC is not supported/)).toBeTruthy();
    // The spinner leaves the button, and its name, a moment later.
    await user.click(await screen.findByRole('button', { name: 'Add Problem' }));
    await findToast('Problem successfully created');
    expect(server.callsTo(CREATE)).toHaveLength(1);
  });

  it('is not saved when it is left before its pictures are prepared', async () => {
    const prepare = holdPreparing();
    const server = emptyList();
    const user = open('/problems/new', server);
    await fillIn(user);
    choose(pngFile('d.png', 44));
    await user.click(screen.getByRole('button', { name: 'Add Problem' }));
    await user.click(screen.getByRole('link', { name: 'Back' }));
    await screen.findByRole('heading', { level: 1, name: 'Problems' });
    await prepare();
    await waitFor(async () => expect((await readFieldOfDrafts(1, 'images'))[0]?.value).toHaveLength(1));
    expect(server.callsTo(CREATE)).toHaveLength(0);
  });

  it('cannot be changed while it is being saved, and says so of files', async () => {
    let answer: (answer: Answer) => void = () => undefined;
    const server = emptyList().on(CREATE, () => new Promise((resolve) => (answer = resolve)));
    const user = open('/problems/new', server);
    await fillIn(user);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(server.callsTo(CREATE)).toHaveLength(1));
    await user.keyboard(' once more');
    choose(pngFile('e.png', 45));
    await findToast('No file was added. Please wait a moment and try again.');
    answer(refusal(503, 'Too much to do'));
    await findToast('Too much to do');
    expect(document.activeElement).toBe(screen.getByLabelText('Description'));
    await user.keyboard('!');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(server.callsTo(CREATE)).toHaveLength(2));
    expect(server.callsTo(CREATE)[1]?.body).toMatchObject({ description: 'Look!', images: [] });
  });

  it("shows the schema's messages", async () => {
    const user = open('/problems/new', emptyList());
    await user.click(await screen.findByRole('button', { name: 'Add Problem' }));
    expect(await screen.findByText('Title is required')).toBeTruthy();
    expect(await screen.findByText('Description is required')).toBeTruthy();
  });

  it.each([
    [refusal(413, 'Too large'), 'Too large'],
    [{ status: 400, body: { error: 'x' } }, 'An error occurred'],
    [{ status: 500, body: '' }, 'An error occurred'],
  ])('shows a refusal and keeps the form: %#', async (answer, text) => {
    const user = open('/problems/new', emptyList().on(CREATE, answer));
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Add Problem' }));
    expect(await findToast(text)).toEqual({ title: 'Error', destructive: true });
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Cracked');
  });

  it('is there again, pictures too, after the session has ended and the person has signed in', async () => {
    const server = emptyList().on('POST /api/images', refusal(401, 'Not signed in'));
    const user = open('/problems/new', server);
    await fillIn(user);
    // Not one that the app has uploaded before: it is sent at once.
    choose(pngFile('new.png', 33));
    await signInAgain(user, server);
    expect(await screen.findByDisplayValue('Cracked')).toBeTruthy();
    expect(previews()).toHaveLength(1);
  });
});

describe('editing a problem', () => {
  const kept = `/api/images/${'0'.repeat(64)}`;
  const problem = buildProblem({ id: 7, title: 'Cracked', images: [kept], status: 'in_progress' });
  const server = () => emptyList().on(READ, { body: problem });

  it('sends all fields, and leads to the list as it was left', async () => {
    const changed = server().on(CHANGE, { body: problem });
    sessionStorage.setItem('list /problems', '?status=resolved');
    const user = open('/problems/7/edit', changed);
    expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Cracked');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Front and rear.');
    await waitFor(() => expect(shownStatus()).toBe('In Progress'));
    await user.type(screen.getByLabelText('Title'), ' twice');
    await chooseStatus(user, 'Resolved');
    choose(pngFile());
    await waitFor(() => expect(previews()).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: 'Update Problem' }));
    expect(await findToast('Problem updated successfully')).toEqual({ title: 'Success', destructive: false });
    expect(await screen.findByRole('heading', { level: 1, name: 'Problems' })).toBeTruthy();
    expect(window.location.search).toBe('?status=resolved');
    const picture = expect.stringMatching(/^\/api\/images\/[0-9a-f]{64}$/) as string;
    expect(changed.callsTo(CHANGE)[0]?.body).toMatchObject({
      title: 'Cracked twice',
      description: 'Front and rear.',
      status: 'resolved',
      images: [kept, picture],
    });
  });

  it('leads to all problems if the list was left so, whatever status was chosen last', async () => {
    localStorage.setItem('problem status 1', 'open');
    sessionStorage.setItem('list /problems', '');
    const user = open('/problems/7/edit', server().on(CHANGE, { body: problem }));
    await user.type(await screen.findByLabelText('Title'), '!');
    await user.click(screen.getByRole('button', { name: 'Update Problem' }));
    expect(await screen.findByText('No problems found')).toBeTruthy();
    expect(window.location.search).toBe('');
  });

  it("shows the schema's messages", async () => {
    const user = open('/problems/7/edit', server());
    await user.clear(await screen.findByLabelText('Title'));
    await user.clear(screen.getByLabelText('Description'));
    await user.type(screen.getByLabelText('Description'), '  ');
    await user.click(screen.getByRole('button', { name: 'Update Problem' }));
    expect(await screen.findByText('Title cannot be empty')).toBeTruthy();
    expect(await screen.findByText('Description cannot be empty')).toBeTruthy();
  });

  it.each([
    [refusal(400, 'Not so'), 'Not so'],
    [{ status: 400, body: { error: 'Bad Request' } }, 'Bad Request'],
    [{ status: 400, body: { message: '' } }, 'An unknown error occurred.'],
    [{ status: 500, body: '' }, 'An unknown error occurred.'],
  ])('shows a refusal and keeps the form: %#', async (answer, text) => {
    const user = open('/problems/7/edit', server().on(CHANGE, answer));
    await user.type(await screen.findByLabelText('Title'), '!');
    await user.click(screen.getByRole('button', { name: 'Update Problem' }));
    expect(await findToast(text)).toEqual({ title: 'Error', destructive: true });
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Cracked!');
  });

  it('says that it is loading', async () => {
    open(
      '/problems/7/edit',
      fakeServer().on(READ, () => new Promise<Answer>(() => undefined)),
    );
    expect(await screen.findByText('Loading...')).toBeTruthy();
  });

  it('says that there is no such problem, or that it cannot be read', async () => {
    const failing = fakeServer().on(READ, { status: 500, body: '' });
    const user = open('/problems/7/edit', failing);
    expect(await screen.findByText('Failed to fetch problem')).toBeTruthy();
    failing.on(READ, refusal(404, 'Problem not found'));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Problem not found')).toBeTruthy();
  });
});
