import { ArrowLeftOutlined } from '@ant-design/icons';
import { Link } from 'react-router-dom';

/** The way up, above the title of a screen. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="back-link">
      <ArrowLeftOutlined aria-hidden />
      {children}
    </Link>
  );
}
