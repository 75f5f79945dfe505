import { rules } from '@ecom-crm/openapi/rules';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { buildThread } from '../../../../test/builders';
import { fakeServer, findToast, open } from '../../../../test/open';
import { refusal } from '../../../../test/server';

const server = () => fakeServer().on('GET /api/customer-questions', { body: [buildThread({ title: 'Does it fit?' })] });

async function chooseInPalette(user: ReturnType<typeof open>) {
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: 'Search' });
  await user.keyboard('save as view');
  await user.click(await screen.findByRole('option', { name: /Save as view/ }));
}

describe('saved views', () => {
  const view = {
    id: 4,
    name: 'Mine',
    list: 'question',
    query: 'assignee=me&sort=oldest',
    isShared: false,
    createdById: 1,
  };
  const withViews = () =>
    server()
      .on('GET /api/views', { body: [view, { ...view, id: 5, list: 'problem', name: 'Others' }] })
      .on('GET /api/views/counts', { body: [{ id: 4, total: 1302, isExact: true }] });

  it('are tabs with their counts above their list', async () => {
    const fake = withViews();
    const user = open('/customer-questions', fake);
    const tabs = within(await screen.findByRole('navigation', { name: 'Views' }));
    const tab = await tabs.findByRole('link', { name: 'Mine 1,302' });
    expect(tabs.getAllByRole('link')).toHaveLength(1);
    await user.click(tab);
    expect(window.location.search).toBe('?assignee=me&sort=oldest');
    expect(tab.getAttribute('aria-current')).toBe('true');
    expect(await screen.findByText('Assigned to me')).toBeTruthy();
    expect(fake.callsTo('GET /api/views/counts')[0]?.query.get('list')).toBe('question');
  });

  it('are saved with the filters on the screen', async () => {
    const fake = server().on('POST /api/views', { status: 201, body: view });
    const user = open('/customer-questions?assignee=me', fake);
    await user.click(await screen.findByRole('button', { name: 'Save as view' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as view' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByRole('alert').textContent).toBe('Name is required');
    await user.type(dialog.getByLabelText('Name'), 'Mine');
    await user.click(dialog.getByRole('checkbox'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await findToast('View saved');
    const [call] = fake.callsTo('POST /api/views');
    expect(call?.body).toEqual({ name: 'Mine', isShared: true, list: 'question', query: 'assignee=me' });
  });

  it.each(['q=fit&status=open', 'status=open', 'q=fit'])('are saved of what %s alone shows', async (query) => {
    const fake = server().on('POST /api/views', { status: 201, body: view });
    const user = open(`/customer-questions?${query}`, fake);
    await screen.findByRole('heading', { level: 1, name: 'Customer Questions' });
    await chooseInPalette(user);
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as view' }));
    await user.type(dialog.getByLabelText('Name'), 'Fits{Enter}');
    await findToast('View saved');
    expect(fake.callsTo('POST /api/views').map(({ body }) => (body as { query: string }).query)).toEqual([query]);
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });

  it('have a button where a filter is set, and none that comes and goes with a search', async () => {
    open('/customer-questions?q=fit', server());
    await screen.findByRole('heading', { level: 1, name: 'Customer Questions' });
    expect(screen.queryByRole('button', { name: 'Save as view' })).toBeNull();
    cleanup();
    open('/customer-questions?waiting=true', server());
    expect(await screen.findByRole('button', { name: 'Save as view' })).toBeTruthy();
  });

  it('are not saved of all there is', async () => {
    open('/customer-questions?sort=oldest&status=nonsense', server());
    await screen.findByText('Does it fit?');
    expect(screen.queryByRole('button', { name: 'Save as view' })).toBeNull();
  });

  it('say how much longer a name may become, and keep one that is too long', async () => {
    const fake = server();
    const user = open('/customer-questions?assignee=me', fake);
    await user.click(await screen.findByRole('button', { name: 'Save as view' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as view' }));
    const field = dialog.getByLabelText<HTMLInputElement>('Name');
    await user.type(field, 'x');
    expect(dialog.queryByText(/of 60 characters/)).toBeNull();
    await user.paste('x'.repeat(57));
    expect(dialog.getByText('2 of 60 characters left')).toBeTruthy();
    await user.type(field, 'yyy{Enter}');
    expect(dialog.getByText('1 over the limit of 60 characters')).toBeTruthy();
    expect(dialog.getByRole('alert').textContent).toBe(rules.CreateViewDto.name.messages.maxLength);
    expect(field.value).toHaveLength(61);
    expect(fake.callsTo('POST /api/views')).toEqual([]);
  });

  it('have a name that no other view of their list has', async () => {
    const fake = withViews().on('POST /api/views', { status: 201, body: view });
    const user = open('/customer-questions?assignee=none', fake);
    await screen.findByRole('link', { name: 'Mine 1,302' });
    await user.click(await screen.findByRole('button', { name: 'Save as view' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as view' }));
    await user.type(dialog.getByLabelText('Name'), ' mine{Enter}');
    expect(dialog.getByRole('alert').textContent).toBe('There is a view “mine” already. Choose another name');
    expect(dialog.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
    await user.clear(dialog.getByLabelText('Name'));
    await user.type(dialog.getByLabelText('Name'), 'Others{Enter}');
    await findToast('View saved');
    expect(fake.callsTo('POST /api/views').map(({ body }) => (body as { name: string }).name)).toEqual(['Others']);
  });

  it('are saved as another one after an earlier attempt was saved under another name', async () => {
    const keys = new Set<string | null>();
    const sentBefore = refusal(422, 'The key was used for another request');
    const fake = server().on('POST /api/views', ({ headers }) => {
      keys.add(headers.get('idempotency-key'));
      return keys.size > 1 ? { status: 201, body: view } : sentBefore;
    });
    const user = open('/customer-questions?assignee=me', fake);
    await user.click(await screen.findByRole('button', { name: 'Save as view' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as view' }));
    await user.type(dialog.getByLabelText('Name'), 'Mine');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    const text = 'Your first attempt was saved. Press again to save this as another one.';
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe(text));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await findToast('View saved');
  });

  it('are renamed and deleted', async () => {
    const fake = withViews().on('PATCH /api/views/4', { body: view }).on('DELETE /api/views/4', { status: 204 });
    const user = open('/customer-questions?sort=oldest&assignee=me', fake);
    await user.click(await screen.findByRole('button', { name: 'Edit view' }));
    let dialog = within(await screen.findByRole('dialog', { name: 'Edit view' }));
    await user.type(dialog.getByLabelText('Name'), ' first');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await findToast('View updated');
    expect(fake.callsTo('PATCH /api/views/4')[0]?.body).toEqual({ name: 'Mine first' });
    await user.click(screen.getByRole('button', { name: 'Edit view' }));
    dialog = within(await screen.findByRole('dialog', { name: 'Edit view' }));
    await user.click(dialog.getByRole('button', { name: 'Delete view' }));
    await findToast('View deleted');
  });

  it('say in their dialog why they are not deleted, and are deleted where they are gone', async () => {
    const fake = withViews().on('DELETE /api/views/4', refusal(503, 'The server is busy'));
    const user = open('/customer-questions?sort=oldest&assignee=me', fake);
    await user.click(await screen.findByRole('button', { name: 'Edit view' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit view' }));
    await user.click(dialog.getByRole('button', { name: 'Delete view' }));
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe('The server is busy'));
    expect(dialog.getByLabelText('Name').getAttribute('aria-invalid')).toBe('false');
    fake.on('DELETE /api/views/4', refusal(404, 'View not found'));
    await user.click(dialog.getByRole('button', { name: 'Delete view' }));
    await findToast('View deleted');
  });

  it('stay shared unless who made them says so twice', async () => {
    const fake = server()
      .on('GET /api/views', { body: [{ ...view, isShared: true }] })
      .on('PATCH /api/views/4', { body: view });
    const user = open('/customer-questions?sort=oldest&assignee=me', fake);
    await user.click(await screen.findByRole('button', { name: 'Edit view' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit view' }));
    await user.click(dialog.getByRole('checkbox'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByRole('alert').textContent).toBe('All colleagues have this view. They would lose it.');
    expect(fake.callsTo('PATCH /api/views/4')).toHaveLength(0);
    expect(dialog.getByLabelText('Name').getAttribute('aria-invalid')).toBe('false');
    await user.clear(dialog.getByLabelText('Name'));
    await user.click(dialog.getByRole('button', { name: 'Stop sharing' }));
    expect(dialog.getByRole('alert').textContent).toBe('Name is required');
    expect(dialog.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
    await user.type(dialog.getByLabelText('Name'), view.name);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await user.click(dialog.getByRole('button', { name: 'Stop sharing' }));
    await findToast('View updated');
    expect(fake.callsTo('PATCH /api/views/4')[0]?.body).toEqual({ isShared: false });
  });

  it('of colleagues stay shared', async () => {
    const fake = server()
      .on('GET /api/views', { body: [{ ...view, isShared: true, createdById: 2 }] })
      .on('PATCH /api/views/4', { body: view });
    const user = open('/customer-questions?sort=oldest&assignee=me', fake);
    await user.click(await screen.findByRole('button', { name: 'Edit view' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit view' }));
    expect(dialog.queryByRole('checkbox')).toBeNull();
    await user.type(dialog.getByLabelText('Name'), ' first');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await findToast('View updated');
    expect(fake.callsTo('PATCH /api/views/4')[0]?.body).toEqual({ name: 'Mine first' });
  });
});
