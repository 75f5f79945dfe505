import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';

interface SearchBoxProps {
  placeholder: string;
  text: string;
  onChange: (text: string) => void;
  onLeave: () => void;
}

/** The search box of a list. */
export function SearchBox({ placeholder, text, onChange, onLeave }: SearchBoxProps) {
  return (
    <div role="search" className="search-box">
      <Input
        id="search"
        type="search"
        autoFocus
        prefix={<SearchOutlined aria-hidden />}
        placeholder={placeholder}
        aria-label={placeholder.replace('...', '')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
        onPressEnter={onLeave}
      />
    </div>
  );
}
