import type { CreateViewDtoList, ViewDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import {
  getCountViewsQueryKey,
  getListViewsQueryKey,
  useChangeView,
  useCreateView,
  useDeleteView,
} from '@ecom-crm/openapi/views/views';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useContext, useState, type SyntheticEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { DraftOwner } from '../../drafts/draft-owner';
import { hasStatus, isSentBefore, serverMessage } from '../../lib/api-errors';
import { useIsThere } from '../../lib/use-is-there';
import { idempotency, newIdempotencyKey } from '../../lib/idempotency';
import { roomText } from '../../lib/room-text';
import { toastFailure } from '../../toasts/failure-toast';
import { toast } from '../../toasts/toast-store';
import { ModalDialog } from '../../ui/modal-dialog';
import { useViews } from './view-tabs';

/** As the API has it: its rules would be too much for the first view of a list. */
const MAX_NAME_LENGTH = 60;

interface ViewDialogProps {
  list: string;
  /** The view that is changed; without one, what the list shows is saved as another. */
  view: ViewDto | undefined;
  onClose: () => void;
}

/** Names a view, and says who has it. */
export default function ViewDialog({ list, view: given, onClose }: ViewDialogProps) {
  // As it was opened: what colleagues change later is not written over.
  const [view] = useState(given);
  const [name, setName] = useState(view?.name ?? '');
  const me = useContext(DraftOwner);
  const { views } = useViews(list);
  const isOwn = !view || view.createdById === me;
  const query = useSearchParams()[0].toString();
  const [problem, setProblem] = useState<string>();
  const [key, setKey] = useState(newIdempotencyKey);
  const isThere = useIsThere();
  const queryClient = useQueryClient();
  const create = useCreateView();
  const change = useChangeView();
  const remove = useDeleteView();
  const [asked, setAsked] = useState<'delete' | 'unshare'>();
  const isSaving = create.isPending || change.isPending || remove.isPending;

  function fail(error: unknown) {
    if (isThere.current) setProblem(serverMessage(error));
    else toastFailure(error);
  }
  async function readAgain(description: string) {
    // It may be closed, and opened again.
    if (isThere.current) onClose();
    toast({ title: 'Success', description });
    await queryClient.invalidateQueries({ queryKey: getListViewsQueryKey() });
    await queryClient.invalidateQueries({ queryKey: getCountViewsQueryKey() });
  }
  async function save(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    remove.reset();
    const form = new FormData(event.currentTarget);
    const data = { name: name.trim(), isShared: isOwn ? form.has('isShared') : view.isShared };
    const fault = nameFault(data.name, view, views);
    if (fault) {
      setAsked(undefined);
      return setProblem(fault);
    }
    if (view?.isShared && !data.isShared && asked !== 'unshare') {
      setProblem('All colleagues have this view. They would lose it.');
      return setAsked('unshare');
    }
    try {
      if (view) await change.mutateAsync({ id: view.id, data: changedOf(data, view) });
      else
        await create.mutateAsync({
          data: { ...data, list: list as CreateViewDtoList, query },
          headers: idempotency(key),
        });
    } catch (error) {
      // The earlier view stays. With the same key every further attempt would be refused, too.
      if (isSentBefore(error)) setKey(newIdempotencyKey());
      return fail(error);
    }
    await readAgain(view ? 'View updated' : 'View saved');
  }
  async function deleteView({ id, isShared }: ViewDto) {
    if (isShared && asked !== 'delete') {
      setProblem('All colleagues have this view. It is deleted for them, too.');
      return setAsked('delete');
    }
    try {
      await remove.mutateAsync({ id });
    } catch (error) {
      if (!hasStatus(error, 404)) return fail(error);
    }
    await readAgain('View deleted');
  }
  const title = view ? 'Edit view' : 'Save as view';
  return (
    <ModalDialog label={title} className="view-dialog" onClose={onClose}>
      <form className="view-form" noValidate onSubmit={(event) => void save(event)}>
        <h2>{title}</h2>
        <label>
          Name
          <input
            name="name"
            className="plain-input"
            value={name}
            onChange={({ target }) => setName(target.value)}
            autoComplete="off"
            aria-invalid={problem !== undefined && asked === undefined && !remove.isError}
            aria-describedby="view-room view-problem"
          />
        </label>
        <p id="view-room" className="view-room small muted">
          {roomText(name, MAX_NAME_LENGTH)}
        </p>
        <p id="view-problem" role="alert" className="view-problem">
          {problem}
        </p>
        {isOwn && (
          <label className="filter-check">
            <input
              type="checkbox"
              name="isShared"
              defaultChecked={view?.isShared}
              onChange={() => {
                setAsked(undefined);
                setProblem(undefined);
              }}
            />{' '}
            Share it with all colleagues
          </label>
        )}
        <div className="filter-foot">
          {view && (
            <Button danger type="text" disabled={isSaving} onClick={() => void deleteView(view)}>
              {asked === 'delete' ? 'Delete for all' : 'Delete view'}
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" htmlType="submit" loading={isSaving}>
            {asked === 'unshare' ? 'Stop sharing' : 'Save'}
          </Button>
        </div>
      </form>
    </ModalDialog>
  );
}

/** What is wrong with a new name: the tabs of a list could not be told apart. */
function nameFault(name: string, view: ViewDto | undefined, views: ViewDto[]): string | undefined {
  if (!name) return 'Name is required';
  if (name.length > MAX_NAME_LENGTH) return `Name must be at most ${MAX_NAME_LENGTH} characters`;
  if (name === view?.name) return undefined;
  const isUsed = views.some((one) => one.id !== view?.id && one.name.toLowerCase() === name.toLowerCase());
  return isUsed ? `There is a view “${name}” already. Choose another name` : undefined;
}

type ViewFields = Pick<ViewDto, 'name' | 'isShared'>;

function changedOf({ name, isShared }: ViewFields, before: ViewFields): Partial<ViewFields> {
  return {
    name: name === before.name ? undefined : name,
    isShared: isShared === before.isShared ? undefined : isShared,
  };
}
