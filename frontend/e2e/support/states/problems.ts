import { expect } from '@playwright/test';
import { hold, recordAddress, refuse } from '../answers';
import { longWord, open, press, sees, type Walk } from '../walk';
import { fill, problem } from './threads';

/** What is open above the pictures and cards of problems. */
const overlayWalk: Walk = [
  {
    name: 'problems-delete',
    overlay: true,
    enter: async (stage) => {
      await fill(stage, problem);
      await open(stage.page, '/problems', 'Problems');
      await stage.page.getByRole('button', { name: 'Delete problem' }).first().click();
      await expect(stage.page.getByRole('dialog', { name: 'Delete Problem' })).toBeVisible();
    },
  },
  {
    name: 'problem-viewer',
    overlay: true,
    enter: async ({ page }) => {
      await open(page, '/problems/3', 'Scratched brake disc');
      await page.getByRole('button', { name: 'Open image 2 of 4' }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Next' })).toBeVisible();
    },
  },
];

/** The form that changes a problem, from loading to what is wrong. */
const editWalk: Walk = [
  {
    name: 'problem-edit-loading',
    enter: async (stage) => {
      await fill(stage, problem);
      await hold(stage.page, recordAddress(problem.api, 3));
      await stage.page.goto('/problems/3/edit');
      await sees(stage.page, 'Loading...');
    },
  },
  {
    name: 'problem-edit',
    enter: async ({ page }) => {
      await open(page, '/problems/3/edit', 'Edit Problem');
      await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Scratched brake disc');
    },
  },
  {
    name: 'problem-edit-errors',
    enter: async ({ page }) => {
      await page.getByLabel('Title', { exact: true }).fill('');
      await press(page, 'Update Problem');
      await sees(page, 'Title cannot be empty');
    },
  },
  {
    name: 'problem-edit-failed',
    enter: async ({ page }) => {
      await refuse(page, recordAddress(problem.api, 3));
      await page.goto('/problems/3/edit');
      await sees(page, problem.recordFailed);
    },
  },
];

/** What others did, and the ways back. */
const historyWalk: Walk = [
  {
    name: 'problems-changed',
    overlay: true,
    enter: async (stage) => {
      await fill(stage, problem);
      const listening = stage.page.waitForResponse(/events/);
      await open(stage.page, '/problems', 'Problems');
      await listening;
      await stage.desk.changeProblem(3, { title: 'Scratched disc', description: longWord.repeat(2), images: [] });
      await expect(stage.page.getByRole('button', { name: '1 change · Refresh' })).toBeVisible();
    },
  },
  {
    name: 'problem-history',
    enter: async ({ page, desk }) => {
      await desk.changeProblem(3, { title: longWord, status: 'resolved' });
      await open(page, '/problems/3', longWord);
      await press(page, 'History');
      await expect(page.getByRole('list', { name: 'History' })).toContainText('Created');
    },
  },
  {
    name: 'problem-restore',
    overlay: true,
    enter: async ({ page }) => {
      await page.getByRole('button', { name: 'Undo this change' }).nth(1).click();
      await expect(page.getByRole('dialog', { name: 'Undo this change' })).toContainText('Pick a version.');
    },
  },
];

/** What problems alone have: pictures, deletion and editing. */
export const problemWalks: Walk[] = [overlayWalk, editWalk, historyWalk];
