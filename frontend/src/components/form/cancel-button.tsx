import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';

/** Leads back to where the person came from. */
export function CancelButton({ to }: { to: string }) {
  const navigate = useNavigate();
  return (
    <Button type="text" size="large" onClick={() => void (hasPageBefore() ? navigate(-1) : navigate(to))}>
      Cancel
    </Button>
  );
}

/** The router counts the history entries of the app. */
function hasPageBefore(): boolean {
  const state = window.history.state as { idx?: number } | null;
  return (state?.idx ?? 0) > 0;
}
