import type { PersonDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getListUsersQueryKey } from '@ecom-crm/openapi/users/users';
import { useQueryClient } from '@tanstack/react-query';

/** Shows a changed person everywhere. */
export function useShowPerson(): (changed: PersonDto) => Promise<void> {
  const queryClient = useQueryClient();
  const queryKey = getListUsersQueryKey();
  return async (changed) => {
    // A reading that began before would bring the person back as they were.
    await queryClient.cancelQueries({ queryKey });
    const people = queryClient.getQueryData<PersonDto[]>(queryKey);
    if (!people) return queryClient.invalidateQueries({ queryKey });
    queryClient.setQueryData(
      queryKey,
      people.map((person) => (person.id === changed.id ? changed : person)),
    );
  };
}
