/** `npm test` and `npm run test:reliability` in one run, with one last line (`npm run test:all`). */
import { ordinary, prepared, reliability } from '../../lib/test-runs.mjs';
import { report } from '../../lib/stages.mjs';

report(await prepared(async () => [...(await ordinary()), ...(await reliability())]));
