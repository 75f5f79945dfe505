import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { buildThread } from '../../../test/builders';
import { fakeServer, open } from '../../../test/open';
import { RecordPanels, registerRecordPanels } from './record-panels';
import type { RecordRef } from './record-types';

const loadReturns = jest.fn(async () => ({
  Panel: ({ kind, recordId }: RecordRef) => <p>{`The returns of ${kind} ${recordId}`}</p>,
}));

function openQuestion() {
  const server = fakeServer()
    .on('GET /api/customer-questions/7', { body: buildThread({ id: 7, title: 'Do they fit?' }) })
    .on('GET /api/customer-questions/7/responses', { body: [] });
  const user = open('/customer-questions/7', server);
  // The features are loaded with the app, and make their own panels known.
  return { user, heading: screen.findByRole('heading', { level: 1, name: 'Do they fit?' }) };
}

beforeAll(async () => {
  await import('../../app/features');
  registerRecordPanels([
    { kind: 'question', heading: 'Returns', load: loadReturns },
    {
      kind: 'question',
      heading: 'Broken',
      load: async () => ({
        Panel: () => {
          throw new Error('Not this one');
        },
      }),
    },
    { kind: 'update', heading: 'Notes', load: async () => ({ Panel: () => <input aria-label="Note" /> }) },
    { kind: 'problem', heading: 'Elsewhere', load: loadReturns },
    { kind: (kind) => kind !== 'question', heading: 'Others', load: loadReturns },
    { kind: (kind) => kind !== 'product', heading: 'All but products', load: loadReturns },
  ]);
});

it('stand below the records of their kind, and are loaded when they are asked for', async () => {
  const { user, heading } = openQuestion();
  await heading;
  const button = await screen.findByRole('button', { name: 'Returns' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(loadReturns).not.toHaveBeenCalled();
  await user.click(button);
  expect(await screen.findByText('The returns of question 7')).toBeTruthy();
  for (const name of ['Elsewhere', 'Others']) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.getByRole('button', { name: 'All but products' })).toBeTruthy();
});

it('break alone', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user, heading } = openQuestion();
  await user.click(await screen.findByRole('button', { name: 'Broken' }));
  expect(await screen.findByText('This part could not be shown')).toBeTruthy();
  expect(await heading).toBeTruthy();
  jest.restoreAllMocks();
});

it('stay open from one record to the next, without what was done in them', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<RecordPanels record={{ kind: 'update', recordId: 1 }} />, { wrapper: MemoryRouter });
  await user.click(screen.getByRole('button', { name: 'Notes' }));
  await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'About the first');
  rerender(<RecordPanels record={{ kind: 'update', recordId: 2 }} />);
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveProperty('value', '');
});
