import type { InviteDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useId } from 'react';
import { CopyField } from '../ui/copy-field';
import { formatDate } from '../ui/time-ago';

/** The link with which one person can register, to be copied. */
export function InviteLink({ invite: { url, expiresAt } }: { invite: InviteDto }) {
  const label = `Link for one new colleague, valid until ${formatDate(expiresAt)}`;
  return <CopyField id={useId()} label={label} value={url} noun="link" />;
}
