import { useReadCurrentUser } from '@ecom-crm/openapi/auth/auth';
import { BackLink } from '../../components/ui/back-link';
import { PageTitle } from '../../components/ui/page-title';
import { DisplayName } from './display-name';
import { PasswordForm } from './password-form';
import { SessionList } from './session-list';
import './account.css';

/** One's own name, password and sessions. */
export function AccountScreen() {
  const { data: user } = useReadCurrentUser();
  return (
    <div className="account-screen">
      <BackLink to="/">Dashboard</BackLink>
      <PageTitle>Account</PageTitle>
      {user && (
        <>
          <p className="muted">{user.email}</p>
          <DisplayName userId={user.id} />
          <PasswordForm email={user.email} />
        </>
      )}
      <SessionList />
    </div>
  );
}
