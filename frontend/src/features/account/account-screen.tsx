import { useReadCurrentUser } from '@ecom-crm/openapi/auth/auth';
import { ScreenHead } from '../../components/ui/screen-head';
import { Profile } from './profile';
import { PasswordForm } from './password-form';
import { SessionList } from './session-list';
import './account.css';

/** One's own name, password and sessions. */
export function AccountScreen() {
  const { data: user } = useReadCurrentUser();
  return (
    <div className="staff-screen">
      <ScreenHead back="/" backLabel="Dashboard" title="Account" />
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
