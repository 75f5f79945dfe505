import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { fakeServer, fill, open } from './open';

/** A page whose form keeps a draft. */
export const PAGE = '/updates/new';
export const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
export const serverWithUpdates = () => fakeServer().on('GET /api/updates', { body: [] });

/** Opens the page and answers its field for the title. */
export async function titleOf(page = PAGE, server = serverWithUpdates()): Promise<HTMLInputElement> {
  open(page, server);
  const field = await screen.findByLabelText<HTMLInputElement>('Title');
  // The draft is read after the form is drawn.
  await new Promise((resolve) => setTimeout(resolve, 50));
  return field;
}

/** Opens the page and types a title. */
export async function openAndType(server = serverWithUpdates()): Promise<UserEvent> {
  const user = open(PAGE, server);
  await fill(user, await screen.findByLabelText('Title'), 'Opening hours');
  return user;
}

/** What is typed is written after a moment. */
export function waitForWriting(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, 400));
}
