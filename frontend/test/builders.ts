import type { ProblemDto, QuestionDto, UpdateDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';

const record = { id: 1, createdAt: '2026-03-04T05:06:07.000Z', createdById: 1 };
const thread = { ...record, title: 'Do they fit?', description: 'Front and rear.', status: 'open' } as const;

/** A question; a test gives what matters to it. */
export function buildQuestion(question: Partial<QuestionDto> = {}): QuestionDto {
  return { ...thread, ...question };
}

/** A problem without pictures; a test gives what matters to it. */
export function buildProblem(problem: Partial<ProblemDto> = {}): ProblemDto {
  return { ...thread, images: [], ...problem };
}

/** An update; a test gives what matters to it. */
export function buildUpdate(update: Partial<UpdateDto> = {}): UpdateDto {
  return { ...record, title: 'Opening hours', content: 'Closed on Monday.', status: 'active', ...update };
}

/** A response to a question or a problem; a test gives what matters to it. */
export function buildResponse(response: { id?: number; response?: string; createdAt?: string } = {}) {
  return { ...record, response: 'They do.', ...response };
}
