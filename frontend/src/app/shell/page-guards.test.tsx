import { createEvent, fireEvent, screen } from '@testing-library/react';
import { pngFile } from '../../../test/files';
import { fakeServer, open } from '../../../test/open';

const drags = [createEvent.dragOver, createEvent.drop];

it('keeps the page where files are dropped that nothing takes', async () => {
  open('/products', fakeServer());
  const heading = await screen.findByRole('heading', { level: 1 });
  for (const create of drags) {
    const event = create(heading, { dataTransfer: { files: [pngFile()], types: ['Files'] } });
    fireEvent(heading, event);
    expect(event.defaultPrevented).toBe(true);
  }
});

it('leaves texts to the fields', async () => {
  open('/add', fakeServer());
  const field = await screen.findByLabelText('Name');
  for (const create of drags) {
    const event = create(field, { dataTransfer: { files: [], types: ['text/plain'] } });
    fireEvent(field, event);
    expect(event.defaultPrevented).toBe(false);
  }
});
