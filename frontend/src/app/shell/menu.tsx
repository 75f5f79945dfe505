import { EllipsisOutlined, FileOutlined } from '@ant-design/icons';
import type { ComponentType } from 'react';
import { Link, matchPath, useLocation } from 'react-router-dom';
import type { Feature } from '../../components/record/feature';
import { features } from '../features';
import './menu.css';

/** So many sections stand at the bottom of a phone; with more, the last place opens a list of the rest. */
const PLACES = 5;
const REST_ID = 'menu-rest';

interface Entry {
  label: string;
  path: string;
  icon: ComponentType;
  keys?: string;
  /** The screens that belong to it. */
  screens: string[];
}

/** The sections: one line in the header, or tabs at the bottom of a phone. */
export function Menu() {
  const entries = features.flatMap(entryOf);
  const shown = entries.length > PLACES ? PLACES - 1 : PLACES;
  const rest = entries.slice(shown);
  return (
    <nav aria-label="Main" className={entries.length > PLACES ? 'menu menu-long' : 'menu'}>
      {entries.slice(0, shown).map((entry) => (
        <MenuLink key={entry.path} entry={entry} />
      ))}
      {rest.length > 0 && (
        <>
          <button type="button" className="menu-more hover-fill" popoverTarget={REST_ID}>
            <EllipsisOutlined aria-hidden />
            More
          </button>
          <div id={REST_ID} popover="auto" className="menu-rest">
            {rest.map((entry) => (
              <MenuLink key={entry.path} entry={entry} />
            ))}
          </div>
        </>
      )}
    </nav>
  );
}

function entryOf({ menu, record, commands, routes }: Feature): Entry[] {
  if (!menu) return [];
  const keys = commands.find(({ path }) => path === menu.path)?.keys;
  const screens = routes.map((route) => route.path);
  return [{ ...menu, icon: menu.icon ?? record?.count.icon ?? FileOutlined, keys, screens }];
}

function MenuLink({ entry: { label, path, icon: Icon, keys, screens } }: { entry: Entry }) {
  const { pathname } = useLocation();
  const isCurrent = screens.some((screen) => matchPath(screen, pathname));
  return (
    <Link
      to={path}
      className="hover-fill"
      aria-current={isCurrent ? 'page' : undefined}
      title={keys && `${label} (${keys})`}
      onClick={() => document.getElementById(REST_ID)?.hidePopover()}
    >
      <span className="menu-icon" aria-hidden>
        <Icon />
      </span>
      {label}
    </Link>
  );
}
