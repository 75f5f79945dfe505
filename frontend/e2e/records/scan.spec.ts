import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import { toasts } from '../support/toasts';

const LEFT_ODD = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
];
/** Which of the left digits have even parity, by the first digit of the EAN. */
const PARITIES = ['OOOOOO', 'OOEOEE', 'OOEEOE', 'OOEEEO', 'OEOOEE', 'OEEOOE', 'OEEEOO', 'OEOEOE', 'OEOEEO', 'OEEOEO'];

/** The bars of an EAN-13: 1 is black, 0 is white. */
function barsOf(ean: string): string {
  const inverted = (bars: string): string => bars.replace(/\d/g, (bar) => String(1 - Number(bar)));
  const [first, ...digits] = [...ean].map(Number);
  const left = digits.slice(0, 6).map((digit, place) => {
    const odd = LEFT_ODD[digit];
    return PARITIES[first][place] === 'O' ? odd : [...inverted(odd)].reverse().join('');
  });
  const right = digits.slice(6).map((digit) => inverted(LEFT_ODD[digit]));
  return `101${left.join('')}01010${right.join('')}101`;
}

/** Gives the page a camera that sees what `show` shows it, and no reader of codes of the browser. */
async function giveCamera(page: Page): Promise<(ean: string) => Promise<void>> {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'BarcodeDetector');
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
    const context = canvas.getContext('2d');
    const draw = (bars: string): void => {
      if (!context) return;
      context.fillStyle = 'white';
      context.fillRect(0, 0, 640, 480);
      context.fillStyle = 'black';
      [...bars].forEach((bar, place) => bar === '1' && context.fillRect(130 + place * 4, 150, 4, 180));
    };
    let shown = '';
    // A picture that does not change is sent once.
    setInterval(() => draw(shown), 50);
    Object.assign(window, { showToCamera: (bars: string) => (shown = bars) });
    navigator.mediaDevices.getUserMedia = () => Promise.resolve(canvas.captureStream());
  });
  return (ean) =>
    page.evaluate(
      (bars) => (window as unknown as { showToCamera: (bars: string) => void }).showToCamera(bars),
      barsOf(ean),
    );
}

test('the camera reads codes where the browser cannot: of a product that is there, and of one that is not', async ({
  page,
  catalogue,
}) => {
  const { id } = await catalogue.add({ name: 'Brake disc', ean: '4006633374668' });
  const american = await catalogue.add({ name: 'Tissues', ean: '00036000291452' });
  const fetched: string[] = [];
  page.on('request', (request) => void (/zxing/.test(request.url()) && fetched.push(request.url())));
  const show = await giveCamera(page);
  await page.goto('/products');
  await page.getByRole('article', { name: 'Brake disc' }).waitFor();
  expect(fetched).toEqual([]);
  await page.goto('/scan');
  await expect(page.getByLabel('Camera')).toBeVisible();
  await show('5901234123457');
  const unknown = toasts(page).getByText('No product has the code 5901234123457');
  await expect(unknown).toBeVisible();
  await show('4006633374668');
  await expect(page).toHaveURL(`/products/${id}`);
  expect(fetched.every((address) => new URL(address).origin === new URL(page.url()).origin)).toBe(true);
  // An American code, which the shop keeps with one zero more.
  await page.goto('/scan');
  await show('0036000291452');
  await expect(page).toHaveURL(`/products/${american.id}`);
  await page.goto('/scan');
  await show('5901234123457');
  await toasts(page).getByRole('button', { name: 'New product' }).click();
  await expect(page.getByLabel('EAN')).toHaveValue('5901234123457');
});
