import type { PersonDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getListUsersQueryKey } from '@ecom-crm/openapi/users/users';
import { useQueryClient } from '@tanstack/react-query';

/** Shows a changed person everywhere. */
export function useShowPerson(): (changed: PersonDto) => void {
  const queryClient = useQueryClient();
  return (changed) =>
    queryClient.setQueryData<PersonDto[]>(getListUsersQueryKey(), (people) =>
      people?.map((person) => (person.id === changed.id ? changed : person)),
    );
}
