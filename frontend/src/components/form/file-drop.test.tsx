import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { pngFile } from '../../../test/files';
import { fakeServer, open } from '../../../test/open';

const previews = () => screen.queryAllByRole('button', { name: /^Remove image/ });
const dragged = (name: string, bytes: number) => ({
  dataTransfer: { files: [pngFile(name, bytes)], items: [], types: ['Files'] },
});

it('takes files that are dropped anywhere on the page, once', async () => {
  open('/add', fakeServer());
  const target = await screen.findByRole('button', { name: /Click to upload images/ });
  fireEvent.drop(screen.getByRole('heading', { level: 1 }), dragged('a.png', 20));
  await waitFor(() => expect(previews()).toHaveLength(1));
  fireEvent.drop(target, dragged('b.png', 21));
  await waitFor(() => expect(previews()).toHaveLength(2));
});

it('leaves texts to the fields', async () => {
  open('/add', fakeServer());
  const field = await screen.findByLabelText('Name');
  const drop = createEvent.drop(field, { dataTransfer: { files: [], types: ['text/plain'] } });
  fireEvent(field, drop);
  expect(drop.defaultPrevented).toBe(false);
});

it('keeps the page where nothing takes files', async () => {
  open('/products', fakeServer());
  const heading = await screen.findByRole('heading', { level: 1 });
  for (const event of [
    createEvent.dragOver(heading, dragged('a.png', 22)),
    createEvent.drop(heading, dragged('a.png', 22)),
  ]) {
    fireEvent(heading, event);
    expect(event.defaultPrevented).toBe(true);
  }
});
