import type { Page } from '@playwright/test';
import { hold, recordAddress, refuse } from '../support/answers';
import type { Problem } from '../support/records';
import { expect, rowsOf, test } from '../support/fixtures';
import { expectRead } from '../support/payloads';
import { dataUrl, photoFile, plainPhoto } from '../support/photos';
import { chooseStatus, describeThread } from '../support/threads';
import { expectToast } from '../support/toasts';

describeThread({
  name: 'problem',
  api: '/api/problems',
  add: (desk, problem) => desk.addProblem(problem),
  rows: {
    path: 'problems.path',
    dashboard: 'problems.dashboard',
    search: 'problems.search',
    none: 'problems.none',
    failed: 'problems.failed',
    skeletons: 'problems.skeletons',
    missing: 'problem.missing',
    recordFailed: 'problem.failed',
  },
});

const photos = () => Promise.all(['#cc2222', '#22aa44', '#2244cc'].map((colour) => plainPhoto(colour)));
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const chosen = (page: Page) => page.getByRole('list', { name: 'Chosen images' }).getByRole('listitem');

test('a problem is logged with pictures; what is missing or refused is told', async ({
  page,
  account,
  spec,
  desk,
  complaints,
}) => {
  complaints.forget(/Failed to load resource.*500/);
  const pictures = await photos();
  await page.goto(spec('problems.path'));
  await page.getByRole('link', { name: spec('problems.new') }).click();
  await expect(page).toHaveURL(spec('problem.newPath'));
  const submit = page.getByRole('button', { name: spec('problem.submit'), exact: true });
  await submit.click();
  const required = [spec('thread.titleRequired'), spec('thread.descriptionRequired')];
  for (const message of required) await expect(page.getByText(message, { exact: true })).toBeVisible();
  const blank = await account.send('POST', '/api/problems', { title: '', description: '\n' });
  expect([blank.status, ((await blank.json()) as { message: string }).message]).toEqual([400, required.join('. ')]);

  await field(page, spec('problem.title')).fill('Scratched disc');
  await field(page, spec('problem.description')).fill('On both sides');
  await expect(page.getByText(spec('problem.images'), { exact: true })).toBeVisible();
  const choosing = page.waitForEvent('filechooser');
  await page.getByText(spec('problem.upload')).click();
  await (await choosing).setFiles(pictures.map((photo, index) => photoFile(`${index}.jpg`, photo)));
  await expect(chosen(page)).toHaveCount(3);
  for (const preview of await chosen(page).locator('img').all()) {
    await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  }
  await page.getByRole('button', { name: 'Remove image 2 of 3' }).click();
  await expect(chosen(page)).toHaveCount(2);

  await refuse(page, /\/api\/problems(\?.*)?$/);
  await submit.click();
  await expectToast(page, { ...spec('toast.problemFailed'), text: spec('error without message POST /api/problems') });
  await page.unroute(/\/api\/problems(\?.*)?$/);
  await refuse(page, /\/api\/problems(\?.*)?$/, 'The desk is closed');
  await submit.click();
  await expectToast(page, { ...spec('toast.problemFailed'), text: 'The desk is closed' });
  await page.unroute(/\/api\/problems(\?.*)?$/);
  await expectRead(page, spec('read again after POST /api/problems'), () => submit.click());
  await expectToast(page, spec('toast.problemCreated'));
  await expect(page).toHaveURL(spec('problems.path'));
  await expect(page.getByRole('article')).toHaveText([/Scratched disc/]);
  const [problem] = await desk.read<Problem[]>('/api/problems');
  const given = { title: 'Scratched disc', description: 'On both sides', status: spec('problem.defaultStatus') };
  expect(problem).toMatchObject({ ...given, images: [dataUrl(pictures[0]), dataUrl(pictures[2])] });
});

test('the pictures of a problem open at the one that was clicked, in the list and on its page', async ({
  page,
  spec,
  desk,
}) => {
  const images = (await photos()).map(dataUrl);
  const { id } = await desk.addProblem({ images });
  await desk.addProblem({ title: 'No pictures' });
  await page.goto(spec('problems.path'));
  await page.getByRole('button', { name: 'Cards' }).click();
  await expect(page.getByRole('article', { name: 'No pictures' }).locator('img')).toHaveCount(0);
  for (const path of [spec('problems.path'), `${spec('problems.path')}/${id}`]) {
    if (path !== spec('problems.path'))
      await page
        .getByRole('article')
        .last()
        .getByRole('link', { name: spec('thread.details') })
        .click();
    await expect(page).toHaveURL(path);
    // The list stays until the page is there.
    if (path !== spec('problems.path')) await expect(page.getByRole('button', { name: 'Cards' })).toHaveCount(0);
    const thumbnails = page.getByRole('main').getByRole('button', { name: /^Open image/ });
    await expect(thumbnails).toHaveCount(3);
    for (const thumbnail of await thumbnails.locator('img').all()) {
      const { width, height } = (await thumbnail.boundingBox())!;
      expect([width, height]).toEqual([spec('problems.thumbnail'), spec('problems.thumbnail')]);
    }
    await thumbnails.nth(1).click();
    const viewer = page.getByRole('dialog', { name: 'Image viewer' });
    const shown = viewer.locator('.yarl__slide_current').getByRole('img');
    for (const [way, name] of [
      ['', 2],
      ['Next', 3],
      ['Next', 1],
      ['Previous', 3],
    ] as const) {
      if (way) await viewer.getByRole('button', { name: way }).click();
      await expect(shown).toHaveAccessibleName(`Image ${name} of 3`);
    }
    await page.keyboard.press('Escape');
    await expect(thumbnails.nth(1)).toBeFocused();
  }
});

test('a problem is deleted after a question; a failure says so and keeps it', async ({
  page,
  spec,
  desk,
  complaints,
}) => {
  complaints.forget(/Failed to load resource.*(404|500)/);
  const { id } = await desk.addProblem({ title: 'Stays not' });
  await desk.addProblem({ title: 'Stays' });
  await desk.respond(`/api/problems/${id}`, 'Goes with it');
  await page.goto(spec('problems.path'));
  const remove = page.getByRole('article', { name: 'Stays not' }).getByRole('button', { name: /delete/i });
  const dialog = page.getByRole('dialog', { name: spec('problems.deleteTitle') });
  const cancel = dialog.getByRole('button', { name: spec('problems.deleteCancel'), exact: true });
  const confirm = dialog.getByRole('button', { name: spec('problems.deleteConfirm'), exact: true });
  await remove.click();
  await expect(dialog.getByText(spec('problems.deleteText'), { exact: true })).toBeVisible();
  await expect(cancel).toBeFocused();
  await cancel.click();
  await expect(dialog).toHaveCount(0);
  await expect(remove).toBeFocused();

  await refuse(page, recordAddress('/api/problems', id));
  await remove.click();
  await confirm.click();
  await expectToast(page, spec('toast.problemDeleteFailed'));
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.unroute(recordAddress('/api/problems', id));
  await remove.click();
  await expectRead(page, spec('read again after DELETE /api/problems/{id}'), () => confirm.click());
  await expectToast(page, spec('toast.problemDeleted'));
  await expect(page.getByRole('article')).toHaveText([/Stays/]);
  expect(await desk.read<Problem[]>('/api/problems')).toMatchObject([{ title: 'Stays' }]);
  await page.goto(`${spec('problems.path')}/${id}`);
  await expect(page.getByText(spec('problem.missing'), { exact: true })).toBeVisible();
});

test('a problem is edited: every field starts as it is, pictures stay, go and come', async ({
  page,
  account,
  spec,
  desk,
  complaints,
}) => {
  complaints.forget(/Failed to load resource.*500/);
  const [first, second, added] = await photos();
  const { id } = await desk.addProblem({
    title: 'It squeaks',
    description: 'When cold',
    status: 'in_progress',
    images: [dataUrl(first), dataUrl(second)],
  });
  await page.goto(spec('problems.path'));
  await page.getByRole('link', { name: spec('thread.details') }).click();
  await page.getByRole('link', { name: spec('problem.edit') }).click();
  await expect(page).toHaveURL(`${spec('problems.path')}/${id}${spec('problem.editPath')}`);
  const [title, description] = [field(page, spec('problem.title')), field(page, spec('problem.description'))];
  for (const [label, value] of rowsOf(spec, 'prefilled problem')) await expect(field(page, label)).toHaveValue(value);
  await expect(page.locator('.status-select .ant-select-content')).toHaveText(spec('prefilled.status'));
  await expect(chosen(page)).toHaveCount(spec('prefilled.images'));

  const submit = page.getByRole('button', { name: spec('problem.update'), exact: true });
  await title.fill(' ');
  await description.fill('');
  await submit.click();
  const empty = [spec('problem.titleEmpty'), spec('problem.descriptionEmpty')];
  for (const message of empty) await expect(page.getByText(message, { exact: true })).toBeVisible();
  const blank = await account.send('PATCH', `/api/problems/${id}`, { title: ' ', description: '' });
  expect([blank.status, ((await blank.json()) as { message: string }).message]).toEqual([400, empty.join('. ')]);

  await title.fill('It howls');
  await description.fill('When cold\nand wet');
  await chooseStatus(page, spec('thread.resolvedLabel'));
  await page.getByRole('button', { name: 'Remove image 1 of 2' }).click();
  await page.locator('input[type=file]').setInputFiles(photoFile('new.jpg', added));
  await expect(chosen(page)).toHaveCount(2);
  await refuse(page, recordAddress('/api/problems', id));
  await submit.click();
  await expectToast(page, {
    ...spec('toast.problemUpdateFailed'),
    text: spec('error without message PATCH /api/problems/{id}'),
  });
  await page.unroute(recordAddress('/api/problems', id));
  await page.route(recordAddress('/api/problems', id), (route) => route.fulfill({ status: 500, body: '' }));
  await submit.click();
  await expectToast(page, spec('toast.problemUpdateFailed'));
  await page.unroute(recordAddress('/api/problems', id));
  await refuse(page, recordAddress('/api/problems', id), 'Not just now');
  await submit.click();
  await expectToast(page, { ...spec('toast.problemUpdateFailed'), text: 'Not just now' });
  await page.unroute(recordAddress('/api/problems', id));
  await expectRead(page, spec('read again after PATCH /api/problems/{id}'), () => submit.click());
  await expectToast(page, spec('toast.problemUpdated'));
  await expect(page).toHaveURL(spec('problems.path'));
  const changed = {
    title: 'It howls',
    description: 'When cold\nand wet',
    status: 'resolved',
    images: [dataUrl(second), dataUrl(added)],
  };
  expect(await desk.read<Problem>(`/api/problems/${id}`)).toMatchObject(changed);
});

test('an edit of a problem says when it loads, fails or finds nothing, and asks for a status', async ({
  page,
  spec,
  desk,
  complaints,
}) => {
  complaints.forget(/Failed to load resource.*(400|404|500)/);
  const problem = await desk.addProblem();
  const address = recordAddress('/api/problems', problem.id);
  const path = (id: number | string) => `${spec('problems.path')}/${id}${spec('problem.editPath')}`;
  await hold(page, address);
  await page.goto(path(problem.id));
  await expect(page.getByText(spec('thread.loading'), { exact: true })).toBeVisible();
  await page.unroute(address);
  await refuse(page, address);
  await page.reload();
  await expect(page.getByText(spec('problem.failed'), { exact: true })).toBeVisible();
  await page.unroute(address);
  await page.route(address, (route) => route.fulfill({ json: { ...problem, status: undefined } }));
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(spec('problem.statusHint'), { exact: true })).toBeVisible();
  for (const missing of ['999999', 'abc']) {
    await page.goto(path(missing));
    await expect(page.getByText(spec('problem.missing'), { exact: true })).toBeVisible();
  }
});
