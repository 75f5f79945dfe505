import { useCreateInvite } from '@ecom-crm/openapi/auth/auth';
import { useCommands } from '../../../components/commands/commands';
import { serverMessage } from '../../../components/lib/api-errors';
import { InviteLink } from '../../../components/people/invite-link';
import { showAccountMenu } from './account-menu';

const INVITE = 'Invite a colleague';

/** Makes a link with which one person can register, and shows it in the menu. */
export function Invite() {
  const invite = useCreateInvite();
  function makeInMenu() {
    showAccountMenu();
    if (!invite.isPending) invite.mutate();
  }
  useCommands([{ label: INVITE, group: 'Actions', run: makeInMenu }]);
  return (
    <>
      <button
        type="button"
        className="account-entry hover-fill"
        // Not disabled: that would take the focus away.
        aria-busy={invite.isPending}
        onClick={makeInMenu}
      >
        {INVITE}
      </button>
      <div role="status">
        {/* A toast is behind the menu. */}
        {invite.isError && (
          <p className="account-invite">{serverMessage(invite.error, 'Could not create the invitation')}</p>
        )}
        {invite.data && (
          <div className="account-invite">
            <InviteLink invite={invite.data} />
          </div>
        )}
      </div>
    </>
  );
}
