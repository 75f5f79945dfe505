import { fireEvent, screen, waitFor } from '@testing-library/react';
import { choose, pngFile } from '../../../test/files';
import { fakeServer, fill, open } from '../../../test/open';

const previews = () => screen.queryAllByRole('button', { name: /^Open image/ });

describe('image upload', () => {
  it('takes several files; a bad one is named and the good ones stay', async () => {
    open('/add', fakeServer());
    await screen.findByLabelText('Name');
    choose(
      pngFile('a.png'),
      new File(['hello'], 'notes.txt', { type: 'text/plain' }),
      pngFile('b.png'),
      pngFile('huge.png', 5 * 1024 * 1024 + 1),
    );
    await waitFor(() => expect(previews()).toHaveLength(3));
    expect(screen.getByText('Please upload an image file').parentElement?.textContent).toContain('notes.txt');
    expect(screen.getByText('Image size should be less than 5MB').parentElement?.textContent).toContain('huge.png');
  });

  it('takes a file of exactly 5 MB', async () => {
    open('/add', fakeServer());
    await screen.findByLabelText('Name');
    choose(pngFile('big.png', 5 * 1024 * 1024));
    await waitFor(() => expect(previews()).toHaveLength(2));
    expect(screen.queryByText('Image size should be less than 5MB')).toBeNull();
  });

  it('refuses SVG, which the server would not keep', async () => {
    open('/add', fakeServer());
    await screen.findByLabelText('Name');
    choose(new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }));
    expect(await screen.findByText('Please upload an image file')).toBeTruthy();
  });

  it('says that a file could not be read', async () => {
    const read = jest.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementation(function fail(this: FileReader) {
      this.onerror?.(new ProgressEvent('error') as ProgressEvent<FileReader>);
    });
    open('/add', fakeServer());
    await screen.findByLabelText('Name');
    choose(pngFile());
    expect(await screen.findByText('Failed to process image')).toBeTruthy();
    read.mockRestore();
  });

  it('takes dropped and pasted files', async () => {
    open('/add', fakeServer());
    const target = await screen.findByRole('button', { name: /Click to upload images/ });
    fireEvent.drop(target, { dataTransfer: { files: [pngFile()], items: [] } });
    await waitFor(() => expect(previews()).toHaveLength(2));
    fireEvent.paste(document, { clipboardData: { files: [pngFile()], items: [] } });
    await waitFor(() => expect(previews()).toHaveLength(3));
  });

  it('adds an address by Enter or the button, without sending the form', async () => {
    const server = fakeServer();
    const user = open('/add', server);
    const address = await screen.findByLabelText('Image URL');
    await user.type(address, 'https://example.com/a.jpg{Enter}');
    expect(previews()).toHaveLength(2);
    expect((address as HTMLInputElement).value).toBe('');
    await fill(user, address, 'javascript:alert(1)');
    await user.click(screen.getByRole('button', { name: 'Add URL' }));
    expect(await screen.findByText('Enter an address that starts with http:// or https://')).toBeTruthy();
    expect(previews()).toHaveLength(2);
    expect(screen.queryByText('Name is required')).toBeNull();
  });
});
