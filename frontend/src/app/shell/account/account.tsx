import type { UserDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { Link, useMatch } from 'react-router-dom';
import { KeyboardHint } from '../../../components/commands/keyboard-hint';
import { Avatar } from '../../../components/people/person';
import { DraftsLink } from '../../../features/drafts/drafts-link';
import { accountLinks, type AccountLink } from './account-links';
import { hideAccountMenu, MENU_ID } from './account-menu';
import { Invite } from './invite';
import { LogoutButton, LogoutEntries } from './logout';
import { ThemeChoice } from './theme-choice';
import './account.css';

interface AccountProps {
  user: UserDto;
  onShortcuts: () => void;
}

/** Who is signed in, with a menu behind it; on the dashboard with the whole e-mail and the way out. */
export function Account({ user, onShortcuts }: AccountProps) {
  const { id, email } = user;
  const isDashboard = useMatch('/') !== null;
  return (
    <>
      <button type="button" className="account-button hover-fill" title={email} popoverTarget={MENU_ID}>
        {/* A label would have to say the initials, too. */}
        <span className="visually-hidden">Account: {!isDashboard && email}</span>
        <Avatar id={id} />
        {isDashboard && <span className="account-email">{email}</span>}
      </button>
      <div id={MENU_ID} popover="auto" role="group" aria-label="Account" className="account-menu">
        {!isDashboard && (
          <p className="account-who">
            Signed in as <strong>{email}</strong>
          </p>
        )}
        <div className="account-group">
          <DraftsLink className="account-entry hover-fill" onClick={hideAccountMenu} />
          {accountLinks.map((link) => (
            <AccountEntry key={link.path} link={link} />
          ))}
          <button
            type="button"
            className="account-entry account-shortcuts hover-fill"
            onClick={() => {
              hideAccountMenu();
              onShortcuts();
            }}
          >
            Keyboard shortcuts
            <span aria-hidden>
              <KeyboardHint keys="?" />
            </span>
          </button>
          <Invite />
        </div>
        <ThemeChoice />
        <div className="account-group">
          <LogoutEntries userId={id} />
        </div>
      </div>
      {isDashboard && <LogoutButton userId={id} />}
    </>
  );
}

function AccountEntry({ link: { label, path, isOutside } }: { link: AccountLink }) {
  if (isOutside) {
    return (
      <a href={path} className="account-entry hover-fill">
        {label}
      </a>
    );
  }
  return (
    <Link to={path} className="account-entry hover-fill" onClick={hideAccountMenu}>
      {label}
    </Link>
  );
}
