import { fireEvent, screen, waitFor } from '@testing-library/react';
import { previews, sources, withAddresses } from '../../../../test/image-form';

const items = () => previews().map((button) => button.closest('li')!);

describe('the chosen images', () => {
  it('are ordered by buttons, which keep the focus, and the first one is the cover', async () => {
    const { user } = await withAddresses('a', 'b', 'c');
    expect(screen.getByText('Cover').closest('li')).toBe(screen.getAllByRole('listitem').at(-3));
    screen.getByRole('button', { name: 'Move image 3 earlier' }).focus();
    await user.keyboard('{Enter}{Enter}');
    expect(sources()).toEqual(['c', 'a', 'b'].map((name) => `https://example.com/${name}`));
    expect(screen.getByText('Moved to place 1 of 3')).toBeTruthy();
    const first = screen.getByRole('button', { name: 'Move image 1 earlier' });
    expect(document.activeElement).toBe(first);
    expect(first.getAttribute('aria-disabled')).toBe('true');
    await user.keyboard('{Enter}');
    expect(sources()[0]).toBe('https://example.com/c');
    expect(document.activeElement).toBe(first);
    screen.getByRole('button', { name: 'Move image 1 later' }).focus();
    await user.keyboard('{Enter}');
    expect(sources()[1]).toBe('https://example.com/c');
  });

  it('are the cover by one press, which keeps the focus and says so', async () => {
    const { user } = await withAddresses('a', 'b', 'c');
    expect(screen.queryByRole('button', { name: 'Make image 1 the cover' })).toBeNull();
    screen.getByRole('button', { name: 'Make image 3 the cover' }).focus();
    await user.keyboard('{Enter}');
    expect(sources()).toEqual(['c', 'a', 'b'].map((name) => `https://example.com/${name}`));
    expect(screen.getByText('Moved to place 1 of 3')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move image 1 earlier' }));
    await user.keyboard('{Enter}');
    expect(sources()[0]).toBe('https://example.com/c');
    await user.click(screen.getByRole('button', { name: 'Make image 2 the cover' }));
    expect(sources()).toEqual(['a', 'c', 'b'].map((name) => `https://example.com/${name}`));
  });

  it('leave the focus to the one behind, the one before or the upload when they are removed', async () => {
    const { user } = await withAddresses('a', 'b', 'c');
    screen.getByRole('button', { name: 'Remove image 2 of 3' }).focus();
    await user.keyboard('{Enter}');
    expect(sources()).toEqual(['a', 'c'].map((name) => `https://example.com/${name}`));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove image 2 of 2' }));
    expect(screen.getByText('Image removed, 2 left')).toBeTruthy();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove image 1 of 1' }));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /Click to upload images/ }));
    expect(screen.getByText('Image removed, none left')).toBeTruthy();
  });

  it('are ordered by dragging', async () => {
    await withAddresses('a', 'b', 'c');
    const [first, , last] = items();
    fireEvent.dragStart(first!, { dataTransfer: { setData: () => undefined } });
    fireEvent.dragOver(last!);
    fireEvent.drop(last!);
    await waitFor(() => expect(sources()).toEqual(['b', 'c', 'a'].map((name) => `https://example.com/${name}`)));
    // The dragged item may be gone, so that no `dragend` comes. What is dropped next is a file.
    expect(fireEvent.drop(items()[0]!)).toBe(true);
    expect(sources()[0]).toBe('https://example.com/b');
  });
});
