import { CompassOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { PageTitle } from '../../components/ui/page-title';

/** The card shown at a path that no screen answers, with a way out. */
export function NotFound({ home }: { home: ReactNode }) {
  return (
    <section className="card not-found">
      <CompassOutlined className="state-icon" aria-hidden />
      <PageTitle>404 Page Not Found</PageTitle>
      <p className="muted">Did you forget to add the page to the router?</p>
      <p className="not-found-ways">{home}</p>
    </section>
  );
}
