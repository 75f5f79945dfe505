import { useEffect, type ReactNode } from 'react';
import { setPageTitle } from './document-title';

export { PRODUCT_NAME } from './document-title';

/** The one h1 of a screen; it takes the focus after a change of page and names the document. */
export function PageTitle({ children, documentTitle }: { children: ReactNode; documentTitle?: string }) {
  const title = documentTitle ?? (typeof children === 'string' ? children : undefined);
  useEffect(() => {
    setPageTitle(title);
  }, [title]);
  return (
    <h1 tabIndex={-1} className="page-title" dir="auto">
      {children}
    </h1>
  );
}
