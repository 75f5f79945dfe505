import type { Page } from '@playwright/test';
import { expect, rowsOf, test, type Spec } from '../support/fixtures';
import { expectRead } from '../support/payloads';
import { dataUrl, noisePhoto, padPhoto, photoFile, plainPhoto } from '../support/photos';
import { expectToast } from '../support/toasts';

const textbox = (page: Page, name: string) => page.getByLabel(name, { exact: true }); // a required field's mark is part of its name
const save = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const chosen = (page: Page) => page.getByRole('list', { name: 'Chosen images' }).getByRole('listitem');
const picker = (page: Page) => page.locator('input[type=file]');

async function fillNames(page: Page, name: string, sku: string): Promise<void> {
  await textbox(page, 'Name').fill(name);
  await textbox(page, 'SKU').fill(sku);
}

async function removeImages(page: Page): Promise<void> {
  while ((await chosen(page).count()) > 0) await page.getByRole('button', { name: /^Remove image 1/ }).click();
}

const goToProducts = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click();

async function openForm(page: Page, spec: Spec, path: string = spec('products.newPath')): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: spec('add.heading'), exact: true })).toBeVisible();
}

test('a product without name, SKU and image is refused in the words of the specification', async ({
  page,
  spec,
  catalogue,
}) => {
  await openForm(page, spec, spec('add.path'));
  await expect(chosen(page)).toHaveCount(spec('form.imagesMinimum'));
  await removeImages(page);
  await textbox(page, 'Name').fill('   ');
  await save(page, spec('add.submit'));
  for (const message of [spec('form.nameRequired'), spec('form.skuRequired'), spec('form.imageRequired')]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  }
  expect(await catalogue.list()).toEqual([]);
});

test('the new product starts with one of the sample photos, and is active', async ({ page, spec, catalogue }) => {
  const seen = new Set<string>();
  for (let tries = 0; tries < 25 && seen.size < spec('form.stockPhotos'); tries += 1) {
    await openForm(page, spec);
    const image = chosen(page)
      .getByRole('button', { name: /^Open image/ })
      .locator('img');
    expect(await image.evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth))).toBeGreaterThan(
      400,
    );
    seen.add((await image.getAttribute('src'))!);
  }
  expect(seen.size).toBe(spec('form.stockPhotos'));
  await fillNames(page, 'Wiper', 'W-1');
  await save(page, spec('add.submit'));
  await expectToast(page, spec('toast.productAdded'));
  await expect(page).toHaveURL(spec('dashboard.path'));
  const [product] = await catalogue.list();
  expect(product).toMatchObject({ name: 'Wiper', sku: 'W-1', status: spec('form.defaultStatus') });
  expect([...seen]).toContain(product.images[0]);
  expect(product.images[0].replace(/\d+\.webp$/, '')).toBe(spec('form.stockPhotoPath'));
});

test('images are picked, dropped, pasted and given by address; bad ones are named and good ones stay', async ({
  page,
  spec,
  catalogue,
}) => {
  await openForm(page, spec);
  await removeImages(page);
  const photos = await Promise.all(['#aa3333', '#33aa33', '#3333aa', '#aaaa33'].map((colour) => plainPhoto(colour)));
  await picker(page).setInputFiles([
    photoFile('a.jpg', photos[0]),
    { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('no') },
    { name: 'IMG_1.HEIC', mimeType: '', buffer: Buffer.from('no') },
    photoFile('b.jpg', photos[1]),
  ]);
  await expect(page.getByText(spec('upload.otherKind'))).toBeVisible();
  await expect(page.getByText(spec('upload.notImage'))).toBeVisible();
  await expect(chosen(page)).toHaveCount(2);
  await hand(page, 'drop', photos[2]);
  await expect(chosen(page)).toHaveCount(3);
  await hand(page, 'paste', photos[3]);
  await expect(chosen(page)).toHaveCount(4);
  const address = `${new URL(page.url()).origin}/stock-photos/2.webp`;
  await textbox(page, 'Image URL').fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Add URL' }).click();
  await expect(chosen(page)).toHaveCount(4);
  await textbox(page, 'Image URL').fill(address);
  await page.keyboard.press('Enter');
  await expect(chosen(page)).toHaveCount(5);
  await expect(textbox(page, 'Image URL')).toHaveValue('');
  await fillNames(page, 'Photos', 'P-1');
  await save(page, spec('add.submit'));
  await expectToast(page, spec('toast.productAdded'));
  const [product] = await catalogue.list();
  expect(product.images).toEqual([...photos.map(dataUrl), address]);
});

test('an image of exactly 5 MB is taken, one byte more is refused, and so is a broken one', async ({
  page,
  spec,
  catalogue,
}) => {
  const photo = await noisePhoto(600);
  const whole = padPhoto(photo, spec('upload.maximum'));
  await openForm(page, spec);
  await removeImages(page);
  await picker(page).setInputFiles(photoFile('large.jpg', padPhoto(photo, spec('upload.maximum') + 1)));
  await expect(page.getByText(spec('upload.tooLarge'))).toBeVisible();
  await picker(page).setInputFiles(photoFile('broken.jpg', Buffer.from('this is no picture')));
  await expect(page.getByText(spec('upload.unreadable'))).toBeVisible();
  await expect(chosen(page)).toHaveCount(0);
  await picker(page).setInputFiles(photoFile('whole.jpg', whole));
  await expect(chosen(page)).toHaveCount(1);
  await fillNames(page, 'Large photo', 'L-1');
  await save(page, spec('add.submit'));
  await expectToast(page, spec('toast.productAdded'));
  const [product] = await catalogue.list();
  // What stands behind the end of the picture is not stored.
  expect(product.images[0] === dataUrl(photo)).toBe(true);
});

test('the API holds the same bounds for images', async ({ account, spec }) => {
  const photo = await plainPhoto('#123456');
  const attempt = async (images: string[]) => {
    const answer = await account.send('POST', '/api/products', {
      name: 'Bound',
      sku: `B-${images[0]?.length}`,
      images,
    });
    return [answer.status, ((await answer.json()) as { message?: string }).message];
  };
  expect(await attempt([])).toEqual([400, spec('form.imageRequired')]);
  expect(await attempt([dataUrl(padPhoto(photo, spec('upload.maximum') + 1))])).toEqual([400, spec('upload.tooLarge')]);
  expect(await attempt([dataUrl(padPhoto(photo, spec('upload.maximum')))])).toEqual([201, undefined]);
  expect(await attempt(['data:image/png;base64,bm8gcGljdHVyZQ=='])).toEqual([400, spec('upload.notImage')]);
});

test('a product that cannot be added keeps the form, and says where the fault lies', async ({
  page,
  spec,
  catalogue,
  complaints,
}) => {
  complaints.forget(/Failed to load resource.*(409|500)/);
  await catalogue.add({ sku: 'TAKEN' });
  await page.goto(spec('products.path'));
  await page.getByRole('link', { name: spec('products.new') }).click();
  await fillNames(page, 'Twin', 'TAKEN');
  const logged = page.waitForEvent(
    'console',
    (message) => message.type() === 'error' && /product/i.test(message.text()),
  );
  complaints.forget(/product/i);
  await save(page, spec('add.submit'));
  await expectToast(page, spec('toast.productAddFailed'));
  await logged;
  await expect(page.getByText('Another product has the SKU TAKEN')).toBeVisible();
  await expect(textbox(page, 'SKU')).toBeFocused();
  await expect(page.getByRole('link', { name: 'Open Part 1' })).toBeVisible();
  await expect(textbox(page, 'Name')).toHaveValue('Twin');
  await textbox(page, 'SKU').fill('FREE');
  await save(page, spec('add.submit'));
  await expectToast(page, spec('toast.productAdded'));
  expect((await catalogue.list()).map(({ sku }) => sku)).toEqual(['FREE', 'TAKEN']);
  await expectRead(page, spec('read again after POST /api/products'), () => goToProducts(page));
});

test('a product is edited; what was not touched stays as it was', async ({ page, spec, catalogue }) => {
  const before = await catalogue.add({
    name: 'Brake disc',
    sku: 'BD-280',
    ean: '123',
    vehicle: 'Golf',
    description: 'Ventilated',
    extraFields: { Axle: 'front', Side: 'left' },
  });
  await page.goto(spec('products.path'));
  await page.getByRole('link', { name: spec('products.edit') }).click();
  await expect(page.getByRole('heading', { name: spec('edit.heading'), exact: true })).toBeVisible();
  for (const [label, value] of rowsOf(spec, 'prefilled product')) await expect(textbox(page, label)).toHaveValue(value);
  for (const [index, [name, value]] of rowsOf(spec, 'prefilled extra field').entries()) {
    const extra = page.getByRole('group', { name: `Extra field ${index + 1}` });
    await expect(extra.getByRole('textbox', { name: 'Field name' })).toHaveValue(name);
    await expect(extra.getByRole('textbox', { name: 'Value' })).toHaveValue(value);
  }
  await expect(chosen(page)).toHaveCount(spec('prefilled.productImages'));
  await textbox(page, 'Vehicle').fill('');
  await page.getByRole('group', { name: 'Extra field 2' }).getByRole('textbox', { name: 'Value' }).fill('');
  await save(page, spec('edit.submit'));
  await expectToast(page, spec('toast.productUpdated'));
  await expect(page).toHaveURL(spec('dashboard.path'));
  expect(await catalogue.read(before.id)).toEqual({ ...before, vehicle: null, extraFields: { Axle: 'front' } });
  await expectRead(page, spec('read again after PUT /api/products/{id}'), () => goToProducts(page));
  await page.goto(`${spec('products.editPath')}${before.id}`);
  await page.getByRole('button', { name: spec('edit.back') }).click();
  await expect(page).toHaveURL(spec('dashboard.path'));
});

test('an edit says when it loads, when it fails, and when there is nothing', async ({
  page,
  spec,
  catalogue,
  complaints,
}) => {
  complaints.forget(/Failed to load resource.*(400|404|500)/);
  const { id } = await catalogue.add();
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**/api/products/${id}?*`, async (route) => {
    await asked;
    await route.fulfill({ status: 500, body: '' });
  });
  await page.goto(`${spec('products.editPath')}${id}`);
  await expect(page.locator('.ant-skeleton li, .ant-skeleton-button, .ant-skeleton-input')).toHaveCount(
    spec('edit.skeletons'),
  );
  answer();
  await expect(page.getByText(spec('edit.failed'), { exact: true })).toBeVisible();
  await page.unroute(`**/api/products/${id}?*`);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(textbox(page, 'SKU')).toBeVisible();
  await page.route(`**/api/products/${id}*`, (route) => route.fulfill({ status: 500, body: '' }));
  await save(page, spec('edit.submit'));
  await expectToast(page, spec('toast.productUpdateFailed'));
  for (const missing of ['999999', '0', 'abc', '99999999999']) {
    await page.goto(`${spec('products.editPath')}${missing}`);
    await expect(page.getByText(spec('edit.missing'), { exact: true })).toBeVisible();
  }
});

test('a session that ends in the middle of a form leads to sign-in and back, with everything typed still there', async ({
  page,
  account,
  spec,
  complaints,
  catalogue,
}) => {
  complaints.forget(/Failed to load resource.*401|Unauthorized|Adding the product failed/);
  await openForm(page, spec);
  await fillNames(page, 'Half typed', 'H-1');
  await picker(page).setInputFiles(photoFile('a.jpg', await plainPhoto('#aa3333')));
  // The sample photo has made way for it.
  await expect(chosen(page).locator('img')).toHaveAttribute('src', /^data:/);
  await page.getByRole('button', { name: 'Add field' }).click();
  await textbox(page, 'Field name').fill('Axle');
  await page.getByRole('textbox', { name: 'Value' }).fill('front');
  await page.context().clearCookies();
  await save(page, spec('add.submit'));
  await expect(page).toHaveURL(spec('auth.path'));
  await page.getByLabel(spec('auth.email'), { exact: true }).fill(account.email);
  await page.getByLabel(spec('auth.password'), { exact: true }).fill(account.password);
  await save(page, spec('auth.login'));
  await expect(page).toHaveURL(spec('products.newPath'));
  await expect(textbox(page, 'Name')).toHaveValue('Half typed');
  await expect(chosen(page).locator('img')).toHaveAttribute('src', /^data:/);
  await save(page, spec('add.submit'));
  await expectToast(page, spec('toast.productAdded'));
  expect(await catalogue.list()).toMatchObject([{ name: 'Half typed', sku: 'H-1', extraFields: { Axle: 'front' } }]);
});

/** Hands a photo to the upload as the browser does when a person drops or pastes a file. */
async function hand(page: Page, way: 'drop' | 'paste', photo: Buffer): Promise<void> {
  await page.getByRole('button', { name: /Click to upload images/ }).evaluate(
    (target, [kind, base64]) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], `${kind}.jpg`, { type: 'image/jpeg' }));
      const options = { bubbles: true, cancelable: true };
      const event =
        kind === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: transfer })
          : new ClipboardEvent('paste', { ...options, clipboardData: transfer });
      (kind === 'drop' ? target : document).dispatchEvent(event);
    },
    [way, photo.toString('base64')] as const,
  );
}
