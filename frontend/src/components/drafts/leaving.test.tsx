import { cleanup, screen, waitFor } from '@testing-library/react';
import { fillStore, forgetDrafts } from '../../../test/draft-store';
import { heading, openAndType, PAGE, serverWithUpdates, titleOf, waitForWriting } from '../../../test/drafts';
import { fill, findToast, open } from '../../../test/open';
import { toast } from '../toasts/toast-store';

const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' });

describe('leaving a changed form', () => {
  // There is one toast at a time, and it stays after a test.
  beforeEach(() => toast({ description: 'Earlier' }));

  it('keeps the draft without a question, and leads back to it from a toast', async () => {
    const user = await openAndType();
    await user.click(screen.getByRole('link', { name: 'Products' }));
    await heading('Products');
    await findToast('Draft kept');
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByText(/Your draft was restored/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Opening hours');
  });

  it('is the same on Back, and for what was stored before', async () => {
    const user = open('/updates', serverWithUpdates());
    const [link] = await screen.findAllByRole('link', { name: 'New Update' });
    await user.click(link!);
    await fill(user, await screen.findByLabelText('Title'), 'Opening hours');
    await waitForWriting();
    window.history.back();
    await heading('Updates');
    await findToast('Draft kept');
  });

  it('is said no longer once the draft is open again', async () => {
    const user = await openAndType();
    await user.click(screen.getByRole('link', { name: 'Products' }));
    await heading('Products');
    await findToast('Draft kept');
    window.history.back();
    expect(await screen.findByText(/Your draft was restored/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Draft kept')).toBeNull(), { timeout: 1000 });
  });

  it('asks where the draft cannot be kept: Stay stays, Leave leaves', async () => {
    fillStore();
    const user = await openAndType();
    await user.click(screen.getByRole('link', { name: 'Products' }));
    expect((await question()).textContent).toContain('It will be lost');
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.pathname).toBe(PAGE);
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Opening hours');

    await user.click(screen.getByRole('link', { name: 'Products' }));
    await question();
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    await heading('Products');
    expect(screen.queryByText('Draft kept')).toBeNull();
  });

  it('asks before logging out only where the draft would be lost', async () => {
    const server = serverWithUpdates().on('POST /api/logout', {});
    const user = await openAndType(server);
    fillStore();
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await question();
    expect(server.callsTo('POST /api/logout')).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    forgetDrafts();
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await heading('Login');
  });

  it('makes the browser ask before the tab is closed only where the draft would be lost', async () => {
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await titleOf();
    expect(asks()).toBe(false);
    cleanup();
    await openAndType();
    await waitForWriting();
    expect(asks()).toBe(false);
    cleanup();
    forgetDrafts();
    fillStore();
    await openAndType();
    await waitForWriting();
    expect(asks()).toBe(true);
  });

  it('says nothing of an unchanged form', async () => {
    const user = open(PAGE, serverWithUpdates());
    await screen.findByLabelText('Title');
    await user.click(screen.getByRole('link', { name: 'Products' }));
    await heading('Products');
    expect(screen.queryByText('Draft kept')).toBeNull();
  });
});
