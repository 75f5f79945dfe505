import { THEME_KEY } from '../../../components/lib/use-media-query';
import { useLocalStorage, writeLocalStorage } from '../../../components/lib/use-local-storage';

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: null, label: 'As the system' },
];

/** Light, dark, or as the system is set. */
export function ThemeChoice() {
  const chosen = useLocalStorage(THEME_KEY);
  return (
    <fieldset className="account-group">
      <legend className="account-legend">Theme</legend>
      <div className="theme-choice">
        {themes.map(({ value, label }) => (
          <label key={label}>
            <input
              type="radio"
              name="theme"
              checked={chosen === value}
              onChange={() => writeLocalStorage(THEME_KEY, value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
