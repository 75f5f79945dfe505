import { lazy, Suspense } from 'react';

const TagsDialog = lazy(() => import('./tags-dialog'));

/** The dialog in which tags are changed, loaded when it is asked for. */
export function EditTags({ onClose }: { onClose: () => void }) {
  return (
    <Suspense>
      <TagsDialog onClose={onClose} />
    </Suspense>
  );
}
