/**
 * What was typed into a form when the session ended in the middle of it, by page, so that it is there again after
 * signing in. In memory: pictures do not fit the session storage of a browser.
 */
const kept = new Map<string, unknown>();
let owner: string | undefined;
let holding = false;

/** Notes what a form holds now. */
export function keepForm(page: string, values: unknown): void {
  kept.set(page, values);
}

/** Forgets a form that was saved or left, unless the session ended and took the screen away. */
export function dropForm(page: string): void {
  if (!holding) kept.delete(page);
}

/** What was typed into the form of a page before the session ended. */
export function keptForm<T>(page: string): T | undefined {
  return kept.get(page) as T | undefined;
}

/** From now on forms that leave the screen stay kept: their person has to sign in again. */
export function holdForms(email: string): void {
  owner = email;
  holding = true;
}

/** A person has signed in: their own forms are given back, somebody else's are forgotten. */
export function releaseForms(email: string): void {
  if (owner !== email) kept.clear();
  owner = undefined;
  holding = false;
}
