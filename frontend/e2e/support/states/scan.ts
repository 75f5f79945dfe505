import { expect } from '@playwright/test';
import { toasts } from '../toasts';
import { open, press, type Walk } from '../walk';

/** The scan of a code: without a camera, with an unknown code, and with a camera. */
export const scanWalk: Walk = [
  {
    name: 'scan',
    enter: async ({ page }) => {
      await open(page, '/scan', 'Scan a code');
      await expect(page.getByRole('main').getByRole('status')).toContainText('or type the code');
    },
  },
  {
    name: 'scan-unknown',
    enter: async ({ page }) => {
      await page.getByLabel('EAN or SKU').fill('4006633374668');
      await press(page, 'Open product');
      await expect(toasts(page).getByText('Unknown code')).toBeVisible();
      await toasts(page).hover(); // it stays as long as it is pointed at
    },
  },
  {
    name: 'scan-camera',
    enter: async ({ page }) => {
      // A camera that never gives a picture.
      await page.addInitScript(() => {
        Object.assign(navigator.mediaDevices, { getUserMedia: () => new Promise(() => undefined) });
      });
      await open(page, '/scan', 'Scan a code');
      await expect(page.getByLabel('Camera')).toBeVisible();
    },
  },
];
