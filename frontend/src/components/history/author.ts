import type { ChangeDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';

/** Who made a change, and by which access token. */
export function authorOf({ userEmail, tokenName }: Pick<ChangeDto, 'userEmail' | 'tokenName'>): string {
  const who = userEmail ?? 'Outside the app';
  return tokenName ? `${who} by token “${tokenName}”` : who;
}
