import type { ChangeDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { Person } from '../people/person';

/** Who made a change, and by which access token. */
export function Author({ change: { userId, tokenName } }: { change: Pick<ChangeDto, 'userId' | 'tokenName'> }) {
  return (
    <>
      <Person id={userId} />
      {tokenName && ` by token “${tokenName}”`}
    </>
  );
}
