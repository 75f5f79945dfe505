import { useState } from 'react';
import { toast } from '../../components/toast-store';

type Drawer = typeof import('./deleted-problems').DeletedProblems;

/** Opens the list of deleted problems, which is loaded then. */
export function DeletedProblemsButton() {
  const [Drawer, setDrawer] = useState<Drawer>();
  const [isOpen, setOpen] = useState(false);
  function open() {
    setOpen(true);
    import('./deleted-problems').then(
      ({ DeletedProblems }) => setDrawer(() => DeletedProblems),
      () => toast({ title: 'Error', description: 'Failed to load deleted problems', variant: 'destructive' }),
    );
  }
  return (
    <>
      <button type="button" id="deleted-problems" className="quiet-button" aria-haspopup="dialog" onClick={open}>
        Deleted problems
      </button>
      {Drawer && <Drawer isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
