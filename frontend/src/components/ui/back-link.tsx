import { ArrowLeftOutlined } from '@ant-design/icons';
import { Link } from 'react-router-dom';
import { useListLink } from '../list/list-address';

/** The way up, above the title of a screen: to a list as it was left, with its filters and its place. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link {...useListLink(to)} className="back-link">
      <ArrowLeftOutlined aria-hidden />
      <span>{children}</span>
    </Link>
  );
}
