import { useReadCurrentUser } from '@ecom-crm/openapi/auth/auth';
import { BackLink } from '../../components/ui/back-link';
import { PageTitle } from '../../components/ui/page-title';
import { Profile } from './profile';
import { PasswordForm } from './password-form';
import { SessionList } from './session-list';
import './account.css';

/** One's own name, password and sessions. */
export function AccountScreen() {
  const { data: user } = useReadCurrentUser();
  return (
    <div className="staff-screen">
      <BackLink to="/">Dashboard</BackLink>
      <PageTitle>Account</PageTitle>
      {user && (
        <>
          <Profile user={user} />
          <PasswordForm email={user.email} />
        </>
      )}
      <SessionList />
    </div>
  );
}
