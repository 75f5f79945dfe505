import type { PersonDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useDeactivateUser, useReactivateUser } from '@ecom-crm/openapi/users/users';
import { useState } from 'react';
import { displayName } from '../../components/people/person';
import { serverMessage } from '../../components/lib/api-errors';
import { toastFailure } from '../../components/toasts/failure-toast';
import { toast, UNDO } from '../../components/toasts/toast-store';
import { useConfirm } from '../../components/ui/confirm/use-confirm';
import { useShowPerson } from './use-show-person';

const CONSEQUENCES =
  'They are signed out everywhere and cannot sign in. Their access tokens and invitations end, and their webhooks stop. What they wrote stays, and so does what is assigned to them: the queue filters by assignee.';

/**
 * Deactivates a colleague after a question, with an undo, and reactivates one; also answers whose account was changed last
 * (`changedId`) and the dialog to be put on the screen.
 */
export function useActivation() {
  const [changedId, setChangedId] = useState<number>();
  const showPerson = useShowPerson();
  const [ask, dialog] = useConfirm();
  const fail = (error: unknown, otherwise: string) =>
    toastFailure(error, { title: 'Error', description: serverMessage(error, otherwise) });

  const reactivation = useReactivateUser();
  async function onReactivate({ id }: PersonDto) {
    try {
      const person = await reactivation.mutateAsync({ id });
      await showPerson(person);
      setChangedId(id);
      toast({ title: 'Success', description: `${displayName(person)} can sign in again` });
    } catch (error) {
      fail(error, 'Could not reactivate the account');
    }
  }

  const deactivation = useDeactivateUser();
  async function deactivate(id: number) {
    try {
      const person = await deactivation.mutateAsync({ id });
      await showPerson(person);
      const action = { label: UNDO, onClick: () => onReactivate(person) };
      toast({ title: 'Success', description: `${displayName(person)} is deactivated`, action });
    } catch (error) {
      fail(error, 'Could not deactivate the account');
    }
  }
  function onDeactivate(person: PersonDto) {
    setChangedId(undefined);
    void ask({
      title: `Deactivate ${displayName(person)}?`,
      content: CONSEQUENCES,
      okText: 'Deactivate',
      cancelText: 'Cancel',
      okButtonProps: { danger: true },
      onOk: () => deactivate(person.id),
      // Until then the dialog keeps the focus.
      afterClose: () => setChangedId(person.id),
    });
  }

  const pendingId = [deactivation, reactivation].find(({ isPending }) => isPending)?.variables?.id;
  return [{ onDeactivate, onReactivate, pendingId, changedId }, dialog] as const;
}
