import { fireEvent, screen, waitFor } from '@testing-library/react';
import { choose, pngFile } from '../../../test/files';
import { fakeServer, fill, open } from '../../../test/open';

const NO_IMAGE = 'Please upload an image file';
const NOT_KEPT = 'Images of this kind cannot be stored. Please upload a PNG, JPEG, GIF, WebP or AVIF file';

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

  it.each([
    ['a.svg', 'image/svg+xml', NOT_KEPT],
    ['a.bmp', 'image/bmp', NOT_KEPT],
    ['a.tif', 'image/tiff', NOT_KEPT],
    ['a.heic', 'image/heic', NOT_KEPT],
    ['IMG_1.HEIC', '', NOT_KEPT],
    ['scan.tiff', '', NOT_KEPT],
    ['notes.txt', 'text/plain', NO_IMAGE],
    ['image.pdf', 'application/pdf', NO_IMAGE],
    ['LICENSE', '', NO_IMAGE],
    ['heic', '', NO_IMAGE],
  ])('says what is wrong with %s of the type “%s”', async (name, type, message) => {
    open('/add', fakeServer());
    await screen.findByLabelText('Name');
    choose(new File(['bytes'], name, { type }));
    expect((await screen.findByText(message)).parentElement?.textContent).toContain(name);
    expect(previews()).toHaveLength(1);
  });

  it('takes a photo for which the browser knows no type', async () => {
    open('/add', fakeServer());
    await screen.findByLabelText('Name');
    choose(new File(['bytes'], 'photo.AVIF', { type: '' }));
    await waitFor(() => expect(previews()).toHaveLength(2));
    expect(previews()[1]?.querySelector('img')?.src).toMatch(/^data:image\/avif;base64,/);
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
