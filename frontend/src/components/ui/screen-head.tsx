import type { ReactNode } from 'react';
import { BackLink } from './back-link';
import { PageTitle } from './page-title';

interface ScreenHeadProps {
  /** Where the screen above is, and what it is called. */
  back: string;
  backLabel: string;
  title: string;
  /** What stands at the other end of the line. */
  children?: ReactNode;
}

/** The head of a screen, in one line where there is room: the way back, the title, and what belongs to both. */
export function ScreenHead({ back, backLabel, title, children }: ScreenHeadProps) {
  return (
    <div className="screen-head">
      <BackLink to={back}>{backLabel}</BackLink>
      <PageTitle>{title}</PageTitle>
      {children}
    </div>
  );
}
