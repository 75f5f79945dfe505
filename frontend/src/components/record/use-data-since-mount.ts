import { useState } from 'react';

interface ReadQuery<T> {
  data: T | undefined;
  isError: boolean;
  isFetchedAfterMount: boolean;
}

/**
 * What the server has now: undefined until it was read once since the screen opened. A later read that fails leaves it as
 * it is, so that no form is taken away while one types.
 */
export function useDataSinceMount<T>({ data, isError, isFetchedAfterMount }: ReadQuery<T>): T | undefined {
  const [isRead, setRead] = useState(false);
  if (!isRead && isFetchedAfterMount && !isError) setRead(true);
  return isRead ? data : undefined;
}
