import { useLogout } from '@ecom-crm/openapi/auth/auth';
import type { UserDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link, NavLink, Outlet, ScrollRestoration } from 'react-router-dom';
import { toast } from '../components/toast-store';
import { mayLeave } from '../components/way-out';
import { AppHeader, Brand } from './app-header';
import { signOut } from './current-user';
import { features } from './features';
import { OfflineBanner } from './offline-banner';
import { useRouteFocus } from './route-focus';
import { goToSignIn } from './wanted-page';

/** What stands around every screen of a signed-in person. */
export function Layout({ user }: { user: UserDto }) {
  const main = useRouteFocus();
  return (
    <>
      <a
        href="#main"
        className="skip-link"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      <AppHeader
        home={
          <Link to="/" className="brand">
            <Brand />
          </Link>
        }
        menu={<Menu />}
        action={<Account email={user.email} />}
      />
      <main id="main" ref={main} tabIndex={-1} className="page">
        <Outlet />
      </main>
      <OfflineBanner />
      <ScrollRestoration />
    </>
  );
}

function Menu() {
  return (
    <nav aria-label="Main" className="menu">
      {features.map(({ menu }) =>
        menu ? (
          <NavLink key={menu.path} to={menu.path}>
            {menu.label}
          </NavLink>
        ) : null,
      )}
    </nav>
  );
}

function Account({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const logout = useLogout({
    mutation: {
      onSuccess: () => {
        goToSignIn();
        signOut(queryClient);
        toast({ title: 'Success', description: 'Logged out successfully' });
      },
      onError: () => toast({ title: 'Error', description: 'Failed to logout', variant: 'destructive' }),
    },
  });
  async function askAndLogOut() {
    if (await mayLeave()) logout.mutate();
  }
  return (
    <>
      <span className="account-email" title={email}>
        {email}
      </span>
      <Button loading={logout.isPending} onClick={askAndLogOut}>
        Logout
      </Button>
    </>
  );
}
