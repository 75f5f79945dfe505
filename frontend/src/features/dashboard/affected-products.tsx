import type { AffectedProductDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useListAffectedProducts } from '@ecom-crm/openapi/trends/trends';
import { Link } from 'react-router-dom';
import { recordTypes } from '../../components/record/record-types';
import { PartFailed } from './part-failed';
import './trends.css';

/** The products that have more problems than expected. */
export function AffectedProducts({ hasNotice }: { hasNotice: boolean }) {
  const { data, isError, error, refetch } = useListAffectedProducts();
  return (
    <section className="card dashboard-panel" aria-labelledby="affected-heading">
      <div className="head-row">
        <h2 id="affected-heading">Affected products</h2>
        <a href="/api/problems/register" download className="small">
          Register as CSV
        </a>
      </div>
      {isError && !data && (
        <PartFailed
          hasNotice={hasNotice}
          text="Affected products could not be loaded."
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {/* Its line is there before its text. */}
      {!data?.length && !isError && (
        <p className="dashboard-sum muted" aria-busy={!data}>
          {data ? 'None at the moment' : '\u00a0'}
        </p>
      )}
      <ul className="dashboard-list">
        {data?.map((affected) => (
          <Affected key={affected.product.id} affected={affected} />
        ))}
      </ul>
    </section>
  );
}

function Affected({ affected: { product, problems, days, expected, words } }: { affected: AffectedProductDto }) {
  return (
    <li className="affected">
      <Link to={recordTypes.product?.path(product.id) ?? '/'} className="dashboard-text" dir="auto">
        {product.name}
      </Link>
      <span className="muted small">
        {product.sku} · {problems} problems in {days} days, {expected} expected
      </span>
      {words.length > 0 && <span className="small">More often: {words.join(', ')}</span>}
    </li>
  );
}
