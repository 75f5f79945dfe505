import type { DraftKey } from './draft-store';

/** Gives a draft back, for other tabs. */
export type Release = () => void;

interface ClaimOptions {
  takesOver: boolean;
  onLost: () => void;
}

/** Ends when the browser has given back the drafts that this tab released. */
let released: Promise<unknown> = Promise.resolve();
/** Settles when the previous claim of this tab has. A form that remounts waits for the claim of its first mount to be released. */
let claimed: Promise<unknown> = Promise.resolve();

/**
 * Takes a draft for this tab, so that two tabs never write into one. Answers undefined where another tab has it, unless
 * `takesOver`: then that tab loses it. `onLost` is called when this tab loses it. The browser gives it back when the tab
 * closes. Without HTTPS browsers have no locks: there every tab gets every draft.
 */
export function claimDraft(key: DraftKey, options: ClaimOptions): Promise<Release | undefined> {
  const claim = claimed.then(() => requestLock(key, options));
  claimed = claim.catch(() => undefined);
  return claim;
}

async function requestLock(
  { owner, page }: DraftKey,
  { takesOver, onLost }: ClaimOptions,
): Promise<Release | undefined> {
  const { locks }: Partial<Navigator> = navigator;
  if (!locks) return () => undefined;
  await released;
  return new Promise((resolve) => {
    let isOurs = false;
    const whileHeld = locks.request(
      `draft ${owner} ${page}`,
      takesOver ? { steal: true } : { ifAvailable: true },
      (lock) => {
        if (!lock) return resolve(undefined);
        isOurs = true;
        return new Promise<void>((release) => {
          resolve(() => {
            isOurs = false;
            release();
            released = Promise.allSettled([released, whileHeld]);
          });
        });
      },
    );
    whileHeld.catch(() => {
      if (isOurs) onLost();
      else resolve(() => undefined);
    });
  });
}
