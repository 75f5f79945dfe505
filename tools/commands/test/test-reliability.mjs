/** The heavy suites in their short form (`npm run test:reliability`); the full counts are `npm run reliability:full`. */
import { prepared, reliability } from '../../lib/test-runs.mjs';
import { report } from '../../lib/stages.mjs';

report(await prepared(reliability));
