import { useCreateInvite, useLogout, useLogoutEverywhere } from '@ecom-crm/openapi/auth/auth';
import type { InviteDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { serverMessage } from '../components/api-errors';
import { Time } from '../components/created-at';
import { toastFailure } from '../components/failure-toast';
import { toast } from '../components/toast-store';
import { mayLeave } from '../components/way-out';
import './account.css';
import { signOut } from './current-user';
import { goToSignIn } from './wanted-page';

const MENU = 'account-menu';

/** Who is signed in, with a menu behind the e-mail, and the way out. */
export function Account({ email }: { email: string }) {
  const signedOut = useSignedOut();
  const logout = useLogout({
    mutation: {
      onSuccess: () => signedOut('Logged out successfully'),
      onError: () => toast({ title: 'Error', description: 'Failed to logout', variant: 'destructive' }),
    },
  });
  return (
    <>
      <button type="button" className="account-email" title={email} popoverTarget={MENU}>
        <span>{email}</span>
      </button>
      <div id={MENU} popover="auto" role="group" aria-label="Account" className="account-menu">
        <Invite />
        <LogoutEverywhere />
      </div>
      <Button loading={logout.isPending} onClick={() => void mayLeave().then((may) => may && logout.mutate())}>
        Logout
      </Button>
    </>
  );
}

function useSignedOut(): (description: string) => void {
  const queryClient = useQueryClient();
  return (description) => {
    goToSignIn();
    signOut(queryClient);
    toast({ title: 'Success', description });
  };
}

function LogoutEverywhere() {
  const signedOut = useSignedOut();
  const logout = useLogoutEverywhere({
    mutation: {
      onSuccess: () => signedOut('Logged out everywhere'),
      onError: (error) => toastFailure(error, { title: 'Error', description: 'Failed to logout' }),
    },
  });
  return (
    <Button type="text" block loading={logout.isPending} onClick={() => void mayLeave().then((may) => may && logout.mutate())}>
      Log out in all browsers
    </Button>
  );
}

function Invite() {
  const invite = useCreateInvite({
    mutation: { onError: (error) => toastFailure(error, { title: 'Error', description: serverMessage(error, 'Failed to make an invitation') }) },
  });
  return (
    <>
      <Button type="text" block loading={invite.isPending} onClick={() => invite.mutate()}>
        Invite a colleague
      </Button>
      <div role="status">{invite.data && <InviteLink invite={invite.data} />}</div>
    </>
  );
}

function InviteLink({ invite: { url, expiresAt } }: { invite: InviteDto }) {
  return (
    <div className="account-invite">
      <label htmlFor="invite-link">
        Registers one person, until <Time time={expiresAt} />
      </label>
      <input id="invite-link" readOnly value={url} onFocus={(event) => event.target.select()} />
      {/* Browsers have no clipboard without HTTPS, but on this machine. */}
      {window.isSecureContext && <Button onClick={() => void navigator.clipboard.writeText(url).then(() => toast({ description: 'Link copied' }))}>Copy link</Button>}
    </div>
  );
}
