import type { HitDto, PieceDto, SearchAnswerDto } from '../../src/search/search.dto';
import type { Api } from './api';
import { startApp, type TestApp } from './app';
import { buildProduct } from './factories';

/** The app of a spec on the search, from before its first test to after its last. */
export let test: TestApp;
export let api: Api;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

export const search = async (q: string, limit = 5): Promise<SearchAnswerDto> =>
  (await api.get<SearchAnswerDto>(`/api/search?limit=${limit}&q=${encodeURIComponent(q)}`)).body;
export const product = async (only: object): Promise<number> =>
  (await api.post('/api/products', buildProduct({ ...only }))).body.id;
export const question = async (title: string, description = 'Text'): Promise<number> =>
  (await api.post('/api/customer-questions', { title, description })).body.id;
export const foundBy = ({ groups }: SearchAnswerDto): string[] =>
  groups.flatMap(({ kind, hits }) => hits.map(({ id }) => `${kind} ${id}`));
export const text = (cut: PieceDto[]): string => cut.map((piece) => piece.text).join('');
export const marked = (cut: PieceDto[]): string[] => cut.filter(({ match }) => match).map((piece) => piece.text);
export const first = async (q: string): Promise<HitDto> => (await search(q)).groups[0].hits[0];
