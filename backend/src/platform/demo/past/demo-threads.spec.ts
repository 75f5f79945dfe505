import { demoProblems } from './problems';
import { demoQuestions } from './questions';
import { demoUpdates } from './updates';

describe.each([
  ['questions', demoQuestions, 40],
  ['problems', demoProblems, 25],
] as const)('the %s of the demo shop', (_kind, tell, atLeast) => {
  const threads = tell();

  it('are many, each under a title of its own, in every status, with and without responses', () => {
    expect(threads.length).toBeGreaterThanOrEqual(atLeast);
    expect(new Set(threads.map(({ title }) => title)).size).toBe(threads.length);
    expect(new Set(threads.map(({ status }) => status))).toEqual(new Set(['open', 'in_progress', 'resolved']));
    expect(threads.some(({ responses }) => responses.length === 0)).toBe(true);
    expect(threads.some(({ responses }) => responses.length >= 2)).toBe(true);
  });

  it('are told in full and in good English: no word twice, no "a Audi"', () => {
    for (const { title, description, responses } of threads)
      for (const text of [title, description, ...responses])
        expect(text).not.toMatch(/undefined|\b(\w+) \1\b|\ba [AEIO][a-z]/i);
  });

  it('are the same at every call', () => expect(tell()).toEqual(threads));
});

it('has updates with titles of their own', () => {
  expect(new Set(demoUpdates.map(({ title }) => title)).size).toBe(demoUpdates.length);
});
