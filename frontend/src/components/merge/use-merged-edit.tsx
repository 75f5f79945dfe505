import { ifMatch } from '@ecom-crm/openapi/http';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { staleRecord } from '../live/stale-record';
import { useIsThere } from '../lib/use-is-there';
import type { ConflictQuestion } from './conflict-dialog';
import { merge, takeTheirs, type Conflict } from './merge';

const load = () => import('./conflict-dialog');
const ConflictDialog = lazy(load);

interface MergedEditOptions<Saved, Body> {
  /** What the record is called, and its fields. */
  noun: string;
  labels: Record<string, string>;
  /** The fields of a record as they are sent. */
  bodyOf: (record: Saved) => Body;
  send: (body: Body, headers: ReturnType<typeof ifMatch>) => Promise<Saved>;
}

/**
 * Saves a change of a record. If somebody else has changed it since, both changes are merged and sent again. The person
 * chooses only between two values of the same field, and may go back to the form (undefined). Answers the function that
 * saves, and the dialog to put on the screen.
 */
export function useMergedEdit<Saved extends object, Body extends object>(options: MergedEditOptions<Saved, Body>) {
  const { noun, labels, bodyOf, send } = options;
  const [choose, dialog] = useConflictDialog(noun, labels);
  const isThere = useIsThere();

  async function save(typed: Body, { basedOn }: { basedOn: unknown }): Promise<Saved | undefined> {
    let mine: Body | undefined = typed;
    let base = basedOn as Saved | undefined;
    while (mine) {
      try {
        return await send(mine, ifMatch(base));
      } catch (error) {
        const current = staleRecord(error, base);
        mine = await mergedBody(error, { base: base && bodyOf(base), mine, theirs: bodyOf(current) });
        base = current;
      }
    }
    return undefined;
  }

  async function mergedBody(
    refusal: unknown,
    { base, mine, theirs }: { base: Body | undefined; mine: Body; theirs: Body },
  ): Promise<Body | undefined> {
    const { merged, conflicts } = merge(base, mine, theirs);
    if (conflicts.length === 0) return merged;
    // Nobody is there to choose: what was typed stays a draft, and a message says why.
    if (!isThere.current) throw refusal;
    const taken = await choose(conflicts);
    return taken && takeTheirs(merged, taken);
  }
  return [save, dialog] as const;
}

/** Asks which of two values to keep; the dialog is loaded when it is needed. */
function useConflictDialog(
  noun: string,
  labels: Record<string, string>,
): [choose: (conflicts: Conflict[]) => Promise<Conflict[] | undefined>, dialog: ReactNode] {
  const [asked, setAsked] = useState<ConflictQuestion & { number: number }>();

  async function choose(conflicts: Conflict[]) {
    await load();
    return new Promise<Conflict[] | undefined>((onAnswer) => {
      setAsked((former) => ({ number: (former?.number ?? 0) + 1, conflicts, onAnswer }));
    });
  }
  const dialog = asked && (
    <Suspense>
      <ConflictDialog key={asked.number} noun={noun} labels={labels} question={asked} />
    </Suspense>
  );
  return [choose, dialog];
}
