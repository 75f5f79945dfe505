import type { Metrics } from '../../../platform/metrics/metrics';
import { ANY_NAME } from './apply/apply-import';

const UNDER_WAY = `FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE '${ANY_NAME} %: %'`;

/** What is under way of imports, in whatever process. */
export function addImportMetrics(metrics: Metrics): void {
  // One that is older was given up: a request has two minutes to arrive.
  metrics.ofDatabase(
    'crm_database_imports_reading',
    'Imports that are being read.',
    "SELECT count(*) FROM product_imports WHERE state = 'reading' AND created_at > now() - interval '10 minutes'",
  );
  metrics.ofDatabase(
    'crm_database_imports_applying',
    'Imports that are being applied.',
    `SELECT count(*) ${UNDER_WAY}`,
  );
  metrics.ofDatabase(
    'crm_database_import_products_written',
    'Products that running imports have written so far.',
    `SELECT coalesce(sum(split_part(application_name, ': ', 2)::bigint), 0) ${UNDER_WAY}`,
  );
}
