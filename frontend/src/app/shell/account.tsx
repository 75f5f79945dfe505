import { useCreateInvite, useLogout, useLogoutEverywhere } from '@ecom-crm/openapi/auth/auth';
import type { InviteDto, UserDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { serverMessage } from '../../components/lib/api-errors';
import { CopyField } from '../../components/ui/copy-field';
import { Time } from '../../components/ui/created-at';
import { useCommands } from '../../components/commands/commands';
import { toastFailure } from '../../components/ui/failure-toast';
import { forgetRecents } from '../../components/commands/recents';
import { toast } from '../../components/ui/toast-store';
import { mayLeave } from '../../components/drafts/navigation-guard';
import { DraftsLink } from '../../features/drafts/drafts-link';
import { TOKENS_PATH } from '../../features/tokens/token-paths';
import './account.css';
import { signOut } from '../session/current-user';
import { goToSignIn } from '../session/wanted-page';

const MENU = 'account-menu';
const ALL_BROWSERS = 'Log out in all browsers';
const INVITE = 'Invite a colleague';

/** Who is signed in, with a menu behind the e-mail, and the way out. */
export function Account({ user: { id, email } }: { user: UserDto }) {
  const logout = useLogout(useAfterLogout(id, 'Logged out successfully'));
  const leave = () => void mayLeave().then((may) => may && logout.mutate());
  useCommands([{ label: 'Logout', group: 'Actions', words: 'log out sign out', run: leave }]);
  return (
    <>
      <button type="button" className="account-email hover-fill" title={email} popoverTarget={MENU}>
        <span>{email}</span>
      </button>
      <div id={MENU} popover="auto" role="group" aria-label="Account" className="account-menu">
        <Invite />
        <DraftsLink className="account-link hover-fill" onClick={() => document.getElementById(MENU)?.hidePopover()} />
        <Link
          to={TOKENS_PATH}
          className="account-link hover-fill"
          onClick={() => document.getElementById(MENU)?.hidePopover()}
        >
          Access tokens
        </Link>
        <LogoutEverywhere userId={id} />
      </div>
      <Button loading={logout.isPending} onClick={leave}>
        Logout
      </Button>
    </>
  );
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
  const onError = (error: unknown) => toastFailure(error, { title: 'Error', description: 'Failed to logout' });
  return { mutation: { onSuccess, onError } };
}

function LogoutEverywhere({ userId }: { userId: number }) {
  const logout = useLogoutEverywhere(useAfterLogout(userId, 'Logged out everywhere'));
  const leave = () => void mayLeave().then((may) => may && logout.mutate());
  useCommands([{ label: ALL_BROWSERS, group: 'Actions', words: 'sign out everywhere logout', run: leave }]);
  return (
    <Button type="text" block loading={logout.isPending} onClick={leave}>
      {ALL_BROWSERS}
    </Button>
  );
}

function Invite() {
  const invite = useCreateInvite({
    mutation: {
      onError: (error) =>
        toastFailure(error, { title: 'Error', description: serverMessage(error, 'Failed to make an invitation') }),
    },
  });
  function makeInMenu() {
    document.getElementById(MENU)?.showPopover();
    invite.mutate();
  }
  useCommands([{ label: INVITE, group: 'Actions', run: makeInMenu }]);
  return (
    <>
      <Button type="text" block loading={invite.isPending} onClick={() => invite.mutate()}>
        {INVITE}
      </Button>
      <div role="status">{invite.data && <InviteLink invite={invite.data} />}</div>
    </>
  );
}

function InviteLink({ invite: { url, expiresAt } }: { invite: InviteDto }) {
  const label = (
    <>
      Registers one person, until <Time time={expiresAt} />
    </>
  );
  return (
    <div className="account-invite">
      <CopyField id="invite-link" label={label} value={url} noun="link" />
    </div>
  );
}
