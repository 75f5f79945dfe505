import { PlusOutlined } from '@ant-design/icons';
import { useNavigate } from 'react-router-dom';
import { useCommands } from '../commands/commands';
import { LinkButton } from '../ui/link-button';

/** Leads from a list to the form for a new record; so does the key `n`. */
export function NewRecordButton({ id, to, label }: { id: string; to: string; label: string }) {
  const navigate = useNavigate();
  useCommands([{ label, group: 'This screen', keys: 'n', run: () => void navigate(to) }]);
  return (
    <LinkButton id={id} type="primary" to={to} icon={<PlusOutlined aria-hidden />} aria-label={label}>
      {label}
    </LinkButton>
  );
}
