import { fireEvent, screen, waitFor } from '@testing-library/react';
import { holdingMedia } from '../../../../test/browser';
import { choose, pngFile } from '../../../../test/files';
import { previews, sources, withAddresses } from '../../../../test/image-form';
import { fakeServer, fill, open } from '../../../../test/open';
import { refusal, storeImages, type Answer } from '../../../../test/server';

const NO_IMAGE = 'Please upload an image file';
const notKept = (kind: string, as = 'JPEG') => `${kind} is not supported: save it as ${as}`;

/** Files that were not uploaded by another test. */
let bytes = 20;
const newPng = (name?: string) => pngFile(name, (bytes += 1));

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
    await waitFor(() => expect(previews()).toHaveLength(2));
    expect(screen.getByText('Please upload an image file').parentElement?.textContent).toContain('notes.txt');
    expect(screen.getByText('Image size should be less than 5MB').parentElement?.textContent).toContain('huge.png');
  });

  it('takes a file of exactly 5 MB', async () => {
    open('/add', fakeServer());
    await screen.findByLabelText('Name');
    choose(pngFile('big.png', 5 * 1024 * 1024));
    await waitFor(() => expect(sources()[0]).toMatch(/^data:/));
    expect(screen.queryByText('Image size should be less than 5MB')).toBeNull();
  });

  it.each([
    ['a.svg', 'image/svg+xml', notKept('SVG', 'PNG')],
    ['a.bmp', 'image/bmp', notKept('BMP')],
    ['a.tif', 'image/tiff', notKept('TIFF')],
    ['a.heic', 'image/heic', notKept('HEIC')],
    ['IMG_1.HEIC', '', notKept('HEIC')],
    ['scan.tif', '', notKept('TIFF')],
    ['layers.psd', 'image/vnd.adobe.photoshop', notKept('This kind of image')],
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
    await waitFor(() => expect(sources()[0]).toMatch(/^data:image\/avif;base64,/));
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
    await waitFor(() => expect(sources()[0]).toMatch(/^data:/));
    fireEvent.paste(document, { clipboardData: { files: [pngFile()], items: [] } });
    await waitFor(() => expect(previews()).toHaveLength(2));
  });

  it('takes no picture of a cell that is pasted from a spreadsheet, but files that come with their names', async () => {
    open('/add', fakeServer());
    const before = (await screen.findByLabelText('Name')) && sources();
    const paste = (...types: string[]) =>
      fireEvent.paste(screen.getByLabelText('Name'), { clipboardData: { types, files: [newPng()], items: [] } });
    paste('text/plain', 'text/html', 'Files');
    expect(screen.queryByText(/Preparing/)).toBeNull();
    expect(sources()).toEqual(before);
    paste('text/plain', 'Files');
    await waitFor(() => expect(sources()[0]).toMatch(/^data:/));
  });

  it('takes files while earlier ones are being prepared, up to the limit for all of them', async () => {
    open('/add', fakeServer());
    const target = await screen.findByRole('button', { name: /Click to upload images/ });
    choose(...Array.from({ length: 6 }, (_, index) => newPng(`a${index}.png`)));
    expect(target.textContent).toContain('Preparing 1 of 6…');
    fireEvent.drop(target, { dataTransfer: { files: [newPng('b0.png')], items: [] } });
    fireEvent.paste(document, { clipboardData: { files: [newPng('c0.png')], items: [] } });
    choose(...Array.from({ length: 5 }, (_, index) => newPng(`d${index}.png`)));
    expect(target.textContent).toContain('of 13…');
    expect((await screen.findByText('Up to 12 images')).parentElement?.textContent).toContain('d4.png');
    expect(previews()).toHaveLength(12);
    expect(target.textContent).toContain('Click to upload images');
  });

  it('adds an address by Enter or the button, without sending the form', async () => {
    const server = fakeServer();
    const user = open('/add', server);
    const address = await screen.findByLabelText('Image URL');
    await user.type(address, 'https://example.com/a.jpg{Enter}');
    expect(sources()).toEqual(['https://example.com/a.jpg']);
    expect((address as HTMLInputElement).value).toBe('');
    await fill(user, address, 'javascript:alert(1)');
    await user.click(screen.getByRole('button', { name: 'Add URL' }));
    expect(await screen.findByText('Enter an address that starts with http:// or https://')).toBeTruthy();
    expect(previews()).toHaveLength(1);
    expect(screen.queryByText('Name is required')).toBeNull();
    const long = `https://example.com/${'a'.repeat(2048)}`;
    await user.clear(address);
    await fill(user, address, long);
    await user.click(screen.getByRole('button', { name: 'Add URL' }));
    expect(await screen.findByText('An address has at most 2,048 characters')).toBeTruthy();
    expect([(address as HTMLInputElement).value, previews().length]).toEqual([long, 1]);
  });
});

describe('the chosen images', () => {
  it('are at most twelve, which is said before and when more are added', async () => {
    const user = open('/add', fakeServer());
    expect(await screen.findByText(/Up to 12 images, 5 MB each/)).toBeTruthy();
    choose(...Array.from({ length: 13 }, (_, index) => newPng(`${index + 1}.png`)));
    expect((await screen.findByText('Up to 12 images')).parentElement?.textContent).toContain('13.png');
    expect(previews()).toHaveLength(12);
    const address = screen.getByLabelText<HTMLInputElement>('Image URL');
    await user.type(address, 'https://example.com/a{Enter}');
    expect((await screen.findByText('Up to 12 images')).parentElement?.textContent).toContain('https://example.com/a');
    expect(address.value).toBe('https://example.com/a');
  });

  it('are at most twelve where an address takes the last place while a file is prepared', async () => {
    const user = open('/add', fakeServer());
    const address = await screen.findByLabelText('Image URL');
    choose(...Array.from({ length: 11 }, (_, index) => newPng(`${index + 1}.png`)));
    await waitFor(() => expect(previews()).toHaveLength(11));
    await fill(user, address, 'https://example.com/a');
    choose(newPng('late.png'));
    fireEvent.keyDown(address, { key: 'Enter', code: 'Enter', keyCode: 13 });
    expect((await screen.findByText('Up to 12 images')).parentElement?.textContent).toContain('late.png');
    expect(sources()).toHaveLength(12);
    expect(sources()[11]).toBe('https://example.com/a');
  });

  it('show how far their upload is, before the form is sent; a failed one can be sent again', async () => {
    let answer: (answer: Answer) => void = () => undefined;
    const server = fakeServer().on('POST /api/images', () => new Promise((resolve) => (answer = resolve)));
    const user = open('/add', server);
    await screen.findByLabelText('Name');
    choose(newPng());
    await waitFor(() => expect(screen.getByLabelText<HTMLProgressElement>('Uploading image 1').value).toBe(0.5));
    answer(refusal(503, 'Too much is being uploaded'));
    server.on('POST /api/images', storeImages);
    (await screen.findByRole('button', { name: 'Upload of image 1 failed: try again' })).focus();
    await user.keyboard('{Enter}');
    // The button is gone: its image keeps the focus.
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open image 1 of 1' }));
    await waitFor(() => expect(screen.queryByText('Try again')).toBeNull());
    expect(server.callsTo('POST /api/images')).toHaveLength(2);
  });

  it('are uploaded once', async () => {
    const server = fakeServer().on('POST /api/products', refusal(400, 'No'));
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const user = open('/add', server);
    await fill(user, await screen.findByLabelText('Name'), 'Disc');
    await fill(user, screen.getByLabelText('SKU'), 'BD-1');
    choose(newPng());
    await waitFor(() => expect(server.callsTo('POST /api/images')).toHaveLength(1));
    for (const tries of [1, 2]) {
      await user.click(screen.getByRole('button', { name: 'Add Product' }));
      await waitFor(() => expect(server.callsTo('POST /api/products')).toHaveLength(tries));
    }
    expect(server.callsTo('POST /api/images')).toHaveLength(1);
    jest.restoreAllMocks();
  });

  it('say which one cannot be loaded, and are kept', async () => {
    await withAddresses('a', 'gone');
    fireEvent.error(previews()[1]!.querySelector('img')!);
    expect(
      await screen.findByText('Image 2 cannot be loaded: check its address, https://example.com/gone'),
    ).toBeTruthy();
    expect(previews()).toHaveLength(2);
  });

  it('that are missing are not the fault of the address', async () => {
    const user = open('/add', fakeServer());
    await user.click(await screen.findByRole('button', { name: 'Remove image 1 of 1' }));
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    const images = (await screen.findByText('At least one image is required')).closest('.ant-form-item');
    expect(images?.querySelector('.file-drop')).toBeTruthy();
    expect(images?.contains(screen.getByLabelText('Image URL'))).toBe(false);
  });

  it('can be photographed on a phone', async () => {
    holdingMedia.add('(pointer: coarse)');
    open('/add', fakeServer());
    expect(await screen.findByRole('button', { name: 'or take a photo' })).toBeTruthy();
    expect(document.querySelector('input[capture]')).toBeTruthy();
  });
});
