import { getReadCurrentUserQueryKey } from '@ecom-crm/openapi/auth/auth';
import type { UserDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useLocalStorage, writeLocalStorage } from '../lib/use-local-storage';

/** A text that this browser keeps for the signed-in person, and what keeps another; null forgets it. */
export function useOwnSetting(name: string): [value: string | null, keep: (value: string | null) => void] {
  const userId = useQueryClient().getQueryData<UserDto | null>(getReadCurrentUserQueryKey())?.id;
  const key = `${name} ${userId}`;
  return [useLocalStorage(key), (value) => writeLocalStorage(key, value)];
}
