import { fireEvent, screen, waitFor } from '@testing-library/react';
import { pngFile } from '../../../test/files';
import { pause } from '../../../test/held-answer';
import { fakeServer, open } from '../../../test/open';

const previews = () => screen.queryAllByRole('button', { name: /^Remove image/ });
const dragged = (name: string, bytes: number, types = ['Files']) => ({
  dataTransfer: { files: [pngFile(name, bytes)], items: [], types },
});

it('takes files that are dropped anywhere on the page, once', async () => {
  open('/add', fakeServer());
  const target = await screen.findByRole('button', { name: /Click to upload images/ });
  fireEvent.drop(screen.getByRole('heading', { level: 1 }), dragged('a.png', 20));
  await waitFor(() => expect(previews()).toHaveLength(1));
  fireEvent.drop(target, dragged('b.png', 21));
  await waitFor(() => expect(previews()).toHaveLength(2));
  await pause();
  expect(previews()).toHaveLength(2);
});

it('takes no picture that is dragged on the page itself', async () => {
  open('/add', fakeServer());
  const heading = await screen.findByRole('heading', { level: 1 });
  fireEvent.drop(heading, dragged('a.png', 22, ['text/uri-list', 'text/html', 'Files']));
  fireEvent.drop(heading, dragged('b.png', 23));
  await waitFor(() => expect(previews()).toHaveLength(1));
  await pause();
  expect(previews()).toHaveLength(1);
});
