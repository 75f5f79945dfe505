import type { ChangeDto } from '../change.dto';
import type { Viewer } from './presence.service';

export function changeEvent({ before: _before, after: _after, ...change }: ChangeDto): string {
  return `id: ${change.cursor}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;
}

export function presenceEvent(data: object): string {
  return `event: presence\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Each of the others once, however many tabs they have. */
export function othersOf(ownUserId: number, viewers: Viewer[]): Omit<Viewer, 'client'>[] {
  const others = new Map(
    viewers
      .filter(({ userId }) => userId !== ownUserId)
      .map(({ userId, userEmail }) => [userId, { userId, userEmail }]),
  );
  return [...others.values()];
}
