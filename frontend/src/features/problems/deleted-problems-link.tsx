import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useSetParameter } from '../../components/lib/use-set-parameter';
import { toast } from '../../components/ui/toast-store';

type Drawer = typeof import('./deleted-problems').DeletedProblems;

const PARAMETER = 'deleted';

/** Opens the list of deleted problems, which is loaded then. That it is open is kept in the address. */
export function DeletedProblemsLink() {
  const [params] = useSearchParams();
  const setParameter = useSetParameter();
  const [Drawer, setDrawer] = useState<Drawer>();
  const isOpen = params.has(PARAMETER);
  useEffect(() => {
    if (!isOpen) return;
    import('./deleted-problems').then(
      ({ DeletedProblems }) => setDrawer(() => DeletedProblems),
      () => toast({ title: 'Error', description: 'Failed to load the deleted problems', variant: 'destructive' }),
    );
  }, [isOpen]);

  const opened = new URLSearchParams(params);
  opened.set(PARAMETER, '');
  return (
    <>
      <Link id="deleted-problems" to={{ search: opened.toString() }} preventScrollReset className="back-link">
        Deleted problems
      </Link>
      {Drawer && <Drawer isOpen={isOpen} onClose={() => setParameter(PARAMETER, undefined, { replace: true })} />}
    </>
  );
}
