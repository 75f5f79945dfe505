import type { Observer } from '../../http/observe-responses';
import type { Metrics } from './metrics';
import { operationOf } from './operation.guard';

/** Counts each response and how long it took, by the id of its operation. */
export function countRequests(metrics: Metrics): Observer {
  return (request, response, { ms }) => {
    if (request.path === '/metrics') return;
    const operation = operationOf(request, response);
    metrics.requests.labels(operation, response.headersSent ? String(response.statusCode) : '499').inc();
    metrics.durations.labels(operation).observe(ms / 1000);
  };
}
