import type { PersonDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getListUsersQueryKey } from '@ecom-crm/openapi/users/users';
import { useQueryClient } from '@tanstack/react-query';

/** Shows a changed person everywhere. */
export function useShowPerson(): (changed: PersonDto) => Promise<void> {
  const queryClient = useQueryClient();
  const queryKey = getListUsersQueryKey();
  return async (changed) => {
    const isBeingRead = queryClient.isFetching({ queryKey }) > 0;
    // A reading that began before would bring the person back as they were.
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData<PersonDto[]>(queryKey, (people) =>
      people?.map((person) => (person.id === changed.id ? changed : person)),
    );
    if (isBeingRead) void queryClient.invalidateQueries({ queryKey });
  };
}
