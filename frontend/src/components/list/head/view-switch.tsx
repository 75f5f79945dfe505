import { AppstoreOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { useListView } from '../list-view';
import './view-switch.css';

const VIEWS = [
  { value: 'rows', label: 'Rows', icon: <UnorderedListOutlined aria-hidden /> },
  { value: 'cards', label: 'Cards', icon: <AppstoreOutlined aria-hidden /> },
] as const;

/** Chooses whether lists are drawn as rows or as cards. */
export function ViewSwitch() {
  const [view, choose] = useListView();
  return (
    <div role="group" aria-label="View" className="view-switch">
      {VIEWS.map(({ value, label, icon }) => (
        <button
          key={value}
          id={`view-${value}`}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={view === value}
          onClick={() => choose(value)}
        >
          {icon}
        </button>
      ))}
    </div>
  );
}
