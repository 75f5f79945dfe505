import type { ChangeDto } from '../change.dto';
import type { Viewer } from './presence.service';

/** Something is new among the notifications of a person. */
export const NOTIFICATIONS_EVENT = 'notifications';

export function changeEvent({ before: _before, after: _after, ...change }: ChangeDto): string {
  return `id: ${change.cursor}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;
}

/** An event that says all by its name. */
export function plainEvent(event: string): string {
  return `event: ${event}\ndata: {}\n\n`;
}

export function presenceEvent(data: object): string {
  return `event: presence\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Each of the others once, however many tabs they have; `isWriting` is there for who writes in one of them. */
export function othersOf(
  ownUserId: number,
  viewers: Viewer[],
): { userId: number; userEmail: string; isWriting?: true }[] {
  const writing = new Set(viewers.filter(({ isWriting }) => isWriting).map(({ userId }) => userId));
  const others = new Map(
    viewers
      .filter(({ userId }) => userId !== ownUserId)
      .map(({ userId, userEmail }) => [
        userId,
        { userId, userEmail, ...(writing.has(userId) && { isWriting: true as const }) },
      ]),
  );
  return [...others.values()];
}
