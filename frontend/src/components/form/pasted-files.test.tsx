import { fireEvent, screen } from '@testing-library/react';
import { buildNews, buildThread } from '../../../test/builders';
import { fakeServer, findToast, open } from '../../../test/open';
import { versioned } from '../../../test/server';

it.each([
  ['/customer-questions/new', 'Description', 'Questions'],
  ['/customer-questions/7/edit', 'Description', 'Questions'],
  ['/updates/new', 'Content', 'Updates'],
  ['/updates/7/edit', 'Content', 'Updates'],
])(
  '%s says that its records have no photos where one is pasted, and nothing of pasted text',
  async (path, label, records) => {
    const server = fakeServer()
      .on('GET /api/customer-questions/7', versioned(3, buildThread({ id: 7 })))
      .on('GET /api/updates/7', versioned(3, buildNews({ id: 7 })));
    open(path, server);
    const field = await screen.findByLabelText(label);
    const paste = (types: string[]) =>
      fireEvent.paste(field, { clipboardData: { types, files: [new File(['x'], 'photo.png')] } });
    paste(['text/plain', 'text/html', 'Files']);
    expect(screen.queryByText(/have no photos/)).toBeNull();
    paste(['Files']);
    expect(await findToast(`${records} have no photos. Nothing was added.`)).toMatchObject({ destructive: true });
  },
);
