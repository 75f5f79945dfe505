import { rejectWritesWhenFull } from './health';
import type { TryLater } from './try-later';

describe('rejectWritesWhenFull', () => {
  const answer = (method: string, isFull: boolean, path = '/problems', isUsedUp = false): TryLater | undefined => {
    const next = jest.fn<void, [TryLater?]>();
    void rejectWritesWhenFull({ isFull, isUsedUp })({ method, path } as never, {} as never, next as never);
    return next.mock.calls[0][0];
  };

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses %s on a full disk, and only then', (method) => {
    expect(answer(method, false)).toBeUndefined();
    expect(answer(method, true)).toMatchObject({
      status: 503,
      seconds: 5,
      message: expect.stringContaining('nothing can be saved'),
    });
  });

  it.each(['GET', 'HEAD'])('lets %s through', (method) => {
    expect(answer(method, true)).toBeUndefined();
  });
  it.each([
    ['POST', '/login'],
    ['POST', '/logout-everywhere'],
    ['POST', '/Password/'],
    ['POST', '/users/7/deactivate'],
    ['DELETE', '/sessions'],
    ['DELETE', '/sessions/7'],
    ['DELETE', '/tokens/7'],
    ['DELETE', '/webhooks/7'],
  ])('lets %s %s through until the reserve is used up, too', (method, path) => {
    expect(answer(method, true, path)).toBeUndefined();
    expect(answer(method, true, path, true)).toMatchObject({ status: 503 });
  });

  it.each([
    ['POST', '/tokens'],
    ['POST', '/register'],
    ['POST', '/users/7/reactivate'],
    ['DELETE', '/problems/7'],
    ['DELETE', '/tokens/7/login'],
  ])('refuses %s %s on a full disk', (method, path) => expect(answer(method, true, path)).toBeDefined());
});
