import { useLogout, useLogoutEverywhere } from '@ecom-crm/openapi/auth/auth';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useCommands } from '../../../components/commands/commands';
import { forgetRecents } from '../../../components/commands/recents';
import { mayLeave } from '../../../components/drafts/navigation-guard';
import { toastFailure } from '../../../components/toasts/failure-toast';
import { toast } from '../../../components/toasts/toast-store';
import { useConfirm } from '../../../components/ui/confirm/use-confirm';
import { signOut } from '../../session/current-user';
import { goToSignIn } from '../../session/wanted-page';
import { hideAccountMenu } from './account-menu';

const EVERYWHERE = 'Log out everywhere…';

interface LogoutProps {
  userId: number;
}

/** The dashboard's button. */
export function LogoutButton({ userId }: LogoutProps) {
  const { isPending, leave } = useLeave(userId);
  return (
    <Button loading={isPending} onClick={leave}>
      Logout
    </Button>
  );
}

/** The entries of the menu, which the palette has too. */
export function LogoutEntries({ userId }: LogoutProps) {
  const { isPending, leave } = useLeave(userId);
  const everywhere = useLogoutEverywhere(useAfterLogout(userId, 'Logged out everywhere'));
  const [ask, dialog] = useConfirm();
  /** Asks first: it ends the work in other browsers too. */
  async function leaveEverywhere() {
    hideAccountMenu();
    const isSure = await ask({
      title: 'Log out everywhere?',
      content: 'This ends your sessions in all browsers, this one included.',
      okText: 'Log out everywhere',
      cancelText: 'Cancel',
      okButtonProps: { danger: true },
    });
    if (isSure && !everywhere.isPending && (await mayLeave())) everywhere.mutate();
  }
  useCommands([
    { label: 'Logout', group: 'Actions', words: 'log out sign out', run: leave },
    { label: EVERYWHERE, group: 'Actions', words: 'sign out all browsers logout', run: () => void leaveEverywhere() },
  ]);
  return (
    <>
      <button type="button" className="account-entry hover-fill" aria-busy={isPending} onClick={leave}>
        Log out
      </button>
      <button
        type="button"
        className="account-entry hover-fill"
        aria-busy={everywhere.isPending}
        onClick={() => void leaveEverywhere()}
      >
        {EVERYWHERE}
      </button>
      {dialog}
    </>
  );
}

function useLeave(userId: number) {
  const logout = useLogout(useAfterLogout(userId, 'Logged out successfully'));
  const { isPending, mutate } = logout;
  const leave = () => void mayLeave().then((may) => may && !isPending && mutate());
  return { isPending, leave };
}

/** What follows on a logout, as an option of its call. */
function useAfterLogout(userId: number, description: string) {
  const queryClient = useQueryClient();
  const onSuccess = () => {
    goToSignIn();
    signOut(queryClient);
    forgetRecents(userId);
    toast({ title: 'Success', description });
  };
  const onError = (error: unknown) => {
    // It may cover the toast.
    hideAccountMenu();
    toastFailure(error, { title: 'Error', description: 'Failed to logout' });
  };
  return { mutation: { onSuccess, onError } };
}
