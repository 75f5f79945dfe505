import type { ReactNode } from 'react';
import { BackLink } from './back-link';
import { PageTitle } from './page-title';
import './record-screen.css';

interface RecordScreenProps {
  /** Where its Back link leads. */
  back: string;
  title: string;
  children: ReactNode;
}

/** The frame of a screen about one record: the way back, the title, and what is below. */
export function RecordScreen({ back, title, children }: RecordScreenProps) {
  return (
    <div className="record-screen">
      <BackLink to={back}>Back</BackLink>
      <PageTitle>{title}</PageTitle>
      {children}
    </div>
  );
}
