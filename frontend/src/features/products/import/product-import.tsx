import { Skeleton } from 'antd';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { ScreenHead } from '../../../components/ui/screen-head';
import { ImportFile } from './import-file';
import { productPaths } from '../product-paths';
import './product-import.css';

const ImportPreview = lazy(() => import('./import-preview'));

/** Brings products from a file: choose it, see what would come of it, apply. The import is in the address, so a reload goes on. */
export function ProductImport() {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get('import') ?? 0);
  // Kept with the page in the browser's history: the server does not know it.
  const { fileName } = (useLocation().state ?? {}) as { fileName?: string };
  const start = () => setParams({});
  const heading = useRef<HTMLHeadingElement>(null);
  const shownId = useRef(id);
  // The button that led to another step is gone. When the screen opens, its title has the focus.
  useEffect(() => {
    if (shownId.current !== id) heading.current?.focus();
    shownId.current = id;
  }, [id]);
  return (
    <div className="product-import">
      <ScreenHead back={productPaths.list} backLabel="Products" title="Import Products" />
      <h2 ref={heading} tabIndex={-1} className="visually-hidden">
        {id > 0 ? 'Check and import' : 'Choose a file'}
      </h2>
      {id > 0 ? (
        <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} aria-label="Loading the import" />}>
          <ImportPreview key={id} id={id} fileName={fileName} onRestart={start} />
        </Suspense>
      ) : (
        <ImportFile onRead={(found, name) => setParams({ import: String(found) }, { state: { fileName: name } })} />
      )}
    </div>
  );
}
