/** The ordinary tests (`npm test`): checks, contract, migrations, backend, frontend and browser tests. */
import { ordinary, prepared } from '../../lib/test-runs.mjs';
import { report } from '../../lib/stages.mjs';

report(await prepared(ordinary));
