import { expect } from '@playwright/test';
import { hold, refuse } from '../answers';
import { longWord, open, press, sees, type Walk } from '../walk';

const deliveries = '**/api/webhooks/*/deliveries?*';
const delivery = {
  uuid: '5d0c2b1a-9e8f-4c7d-8b6a-1f2e3d4c5b6a',
  after: 'YzoxMjA',
  cursor: 'YzoxMjM',
  isReplay: false,
  createdAt: '2026-03-04T05:06:07.000Z',
  triedAt: '2026-03-04T05:06:08.000Z',
};
const sent = [
  { id: 3, changes: 1, isDelivered: false, attempts: 0, status: null, error: null, nextAt: null },
  { id: 2, changes: 3, isDelivered: false, attempts: 9, status: null, error: longWord, nextAt: delivery.triedAt },
  { id: 1, changes: 1000, isDelivered: true, attempts: 2, status: 200, error: null, nextAt: null },
];

/** Webhooks in every state. The server of the tests sends nothing, so deliveries are made up. */
export const webhooksWalk: Walk = [
  {
    name: 'webhooks-loading',
    enter: async ({ page }) => {
      await hold(page, '**/api/webhooks');
      await open(page, '/webhooks', 'Webhooks');
    },
  },
  {
    name: 'webhooks-failed',
    enter: async ({ page }) => {
      await refuse(page, '**/api/webhooks');
      await open(page, '/webhooks', 'Webhooks');
      await sees(page, 'Failed to fetch the webhooks');
    },
  },
  {
    name: 'webhooks-empty',
    enter: async ({ page }) => {
      await press(page, 'Retry');
      await sees(page, 'No webhooks yet');
    },
  },
  {
    name: 'webhooks-errors',
    enter: async ({ page }) => {
      await press(page, 'Add webhook');
      await sees(page, 'Address is required');
      await page.getByLabel('Address', { exact: true }).fill('https://127.0.0.1/');
      await press(page, 'Add webhook');
      await expect(page.getByText(/^The address must lead to a public address/)).toBeVisible();
    },
  },
  {
    name: 'webhooks-made',
    enter: async ({ page }) => {
      for (const url of [`https://${longWord.slice(0, 60)}.example/${longWord}`, 'https://shop.example/changes']) {
        await page.getByLabel('Address', { exact: true }).fill(url);
        await page.getByLabel('Questions', { exact: true }).check();
        await page.getByLabel('Address', { exact: true }).press('Enter');
        await expect(page.getByRole('heading', { name: url })).toBeVisible();
      }
      await expect(page.getByLabel(/^The secret for https:\/\/shop\.example/)).toHaveValue(/^whsec_/);
    },
  },
  {
    name: 'webhooks-paused',
    enter: async ({ page }) => {
      await page.getByRole('button', { name: 'Pause' }).last().click();
      await sees(page, 'Paused');
    },
  },
  {
    name: 'webhooks-edit',
    enter: async ({ page }) => {
      await page.getByRole('button', { name: 'Edit' }).first().click();
      await page.getByLabel('Address', { exact: true }).last().fill('https://shop.example/other');
      await press(page, 'Save');
      await expect(page.getByLabel(/^The secret for https:\/\/shop\.example\/other/)).toHaveValue(/^whsec_/);
    },
  },
  {
    name: 'webhooks-deliveries-failed',
    enter: async ({ page }) => {
      await refuse(page, deliveries);
      await page.getByRole('button', { name: 'Deliveries' }).first().click();
      await sees(page, 'Failed to fetch the deliveries');
    },
  },
  {
    name: 'webhooks-deliveries-none',
    enter: async ({ page }) => {
      await press(page, 'Retry');
      await sees(page, 'Nothing was sent in the last 7 days.');
    },
  },
  {
    name: 'webhooks-deliveries',
    enter: async ({ page }) => {
      await page.route(deliveries, (route) => route.fulfill({ json: sent.map((each) => ({ ...delivery, ...each })) }));
      await page.getByRole('button', { name: 'Deliveries' }).first().click();
      await page.getByRole('button', { name: 'Deliveries' }).first().click();
      await sees(page, 'Delivered');
    },
  },
  {
    name: 'webhooks-delete',
    overlay: true,
    enter: async ({ page }) => {
      await page.getByRole('button', { name: 'Delete' }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];
