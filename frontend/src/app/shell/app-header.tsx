import type { ReactNode } from 'react';
import { PRODUCT_NAME } from '../../components/ui/page-title';
import './app-header.css';

/** The bar on top of every screen but sign-in: the product's name, the menu and what the person can do. */
export function AppHeader({ home, menu, action }: { home?: ReactNode; menu?: ReactNode; action: ReactNode }) {
  return (
    <header className="app-header">
      <div className="app-header-inner">
        {home ?? (
          <a href="/" className="brand" aria-label={PRODUCT_NAME}>
            <Brand />
          </a>
        )}
        {menu}
        <div className="app-header-action">{action}</div>
      </div>
    </header>
  );
}

/** The mark and the name of the product. */
export function Brand() {
  return (
    <>
      <img src="/favicon.svg" alt="" width={28} height={28} />
      <span>{PRODUCT_NAME}</span>
    </>
  );
}
