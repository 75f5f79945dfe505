import type { ProblemDto, ProductDto, QuestionDto, UpdateDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';

const record = { id: 1, createdAt: '2026-03-04T05:06:07.000Z', createdById: 1 };

/** A thread without more, such as a question; a test gives what matters to it. */
export function buildThread(thread: Partial<QuestionDto> = {}): QuestionDto {
  return { ...record, title: 'Do they fit?', description: 'Front and rear.', status: 'open', ...thread };
}

/** A problem without pictures; a test gives what matters to it. */
export function buildProblem(problem: Partial<ProblemDto> = {}): ProblemDto {
  return { ...buildThread(problem), images: [], ...problem };
}

/** News such as an update; a test gives what matters to it. */
export function buildNews(news: Partial<UpdateDto> = {}): UpdateDto {
  return { ...record, title: 'Opening hours', content: 'Closed on Monday.', status: 'active', ...news };
}

/** A response to a thread; a test gives what matters to it. */
export function buildResponse(
  response: { id?: number; response?: string; createdAt?: string; createdById?: number } = {},
) {
  return { ...record, response: 'They do.', ...response };
}

/** A product with a vehicle and an extra field, the number 5. */
export const disc: ProductDto = {
  id: 5,
  sku: 'BRK-1',
  ean: null,
  name: 'Brake disc',
  vehicle: 'Golf VII',
  description: null,
  status: 'active',
  images: [],
  extraFields: { Axle: 'front' },
};
