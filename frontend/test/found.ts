import type { HitDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';

/** A record as the search of everything answers it; a test gives what matters to it. */
export function buildHit(hit: Partial<HitDto> = {}): HitDto {
  return {
    id: 1,
    title: [{ text: 'Brake disc', match: false }],
    fragment: [],
    exact: false,
    code: null,
    image: null,
    status: null,
    createdAt: null,
    ...hit,
  };
}
