import { useEffect, type ReactNode } from 'react';

/** What the product is called. */
export const PRODUCT_NAME = 'Ecom CRM Platform';

/** The one h1 of a screen; it takes the focus after a change of page and names the document. */
export function PageTitle({ children, documentTitle }: { children: ReactNode; documentTitle?: string }) {
  const title = documentTitle ?? (typeof children === 'string' ? children : undefined);
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT_NAME}` : PRODUCT_NAME;
  }, [title]);
  return (
    <h1 tabIndex={-1} className="page-title" dir="auto">
      {children}
    </h1>
  );
}
