import { act, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { findToast, open } from '../../../../test/open';
import { applied, conflicting, IMPORTED, importServer, REVERT, undone } from '../../../../test/product-import';
import { refusal, type Answer, type FakeServer } from '../../../../test/server';

describe('an undo that ends when one has left', () => {
  /** Presses Undo and goes to the list; answers what ends the undo. */
  async function leave(): Promise<{ app: FakeServer; user: UserEvent; finish: (answer: Answer) => void }> {
    let finish: (answer: Answer) => void = () => undefined;
    const app = importServer(applied).on(REVERT, () => new Promise((resolve) => (finish = resolve)));
    const user = open('/products/import?import=7', app);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Products' }));
    await screen.findByRole('link', { name: 'Import' });
    return { app, user, finish: (answer) => finish(answer) };
  }

  it.each([
    ['done', undone, 'Import undone.', false, 'Import undone.'],
    [
      'met by later changes',
      conflicting(4),
      '2 products were changed since, so the import is not undone.',
      true,
      IMPORTED,
    ],
    ['refused', refusal(403, 'You may not undo it'), 'You may not undo it', true, IMPORTED],
    ['lost', { status: 504, body: '' }, 'Nobody knows yet whether the import is undone.', true, IMPORTED],
  ])('is in a message that leads back, if it is %s', async (_, answer, text, destructive, shown) => {
    const { app, user, finish } = await leave();
    finish(answer);
    expect((await findToast(text)).destructive).toBe(destructive);
    expect(window.location.pathname + window.location.search).toBe('/products');
    expect(app.callsTo(REVERT)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByText(shown)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is on the screen, if one has come back', async () => {
    const { finish } = await leave();
    act(() => window.history.back());
    await screen.findByText(IMPORTED);
    finish(undone);
    expect(await screen.findByText('Import undone.')).toBeTruthy();
    expect(document.querySelectorAll('.toast')).toHaveLength(0);
  });
});
