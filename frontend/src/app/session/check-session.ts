import { getReadCurrentUserQueryKey, readCurrentUser } from '@ecom-crm/openapi/auth/auth';
import type { UserDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import type { QueryClient } from '@tanstack/react-query';
import { hasStatus } from '../../components/lib/api-errors';
import { toast } from '../../components/toasts/toast-store';
import { endSession, signIn } from './current-user';

/**
 * Asks whether this person is still signed in, since another tab has the same session: starts afresh for somebody else, and
 * leads to the sign-in screen where nobody is. Resolves to true if nobody is signed in.
 */
export async function checkSession(queryClient: QueryClient, userId: number): Promise<boolean> {
  // This tab may have signed out while the server was asked.
  const isCurrent = () => queryClient.getQueryData<UserDto>(getReadCurrentUserQueryKey())?.id === userId;
  try {
    const user = await readCurrentUser();
    if (user.id !== userId && isCurrent()) {
      signIn(queryClient, user);
      toast({ description: `${user.email} has signed in in another tab` });
    }
    return false;
  } catch (error) {
    if (!hasStatus(error, 401)) return false;
    if (isCurrent()) endSession(queryClient);
    return true;
  }
}
