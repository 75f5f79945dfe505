/** The folders of backend/src from the bottom up: each may use those before it, and none after it. */
const BACKEND = [
  'config',
  'database',
  'api',
  'http',
  'records',
  'images',
  'search',
  'lists',
  'threads',
  'changes',
  'features',
];
/** What runs the app. It may use the technical folders, every folder may use it, and it knows no record. */
const PLATFORM_MAY_USE = ['config', 'database', 'api', 'http'];

/** The same for the folders of frontend/src. */
const FRONTEND = ['components', 'features', 'app'];

const notAbove = (root, order) =>
  order.slice(0, -1).map((folder, index) => ({
    name: `${folder}-knows-nothing-above`,
    severity: 'error',
    from: { path: `^${root}/${folder}/`, pathNot: '(spec|\\.test)\\.tsx?$' },
    to: { path: `^${root}/(${order.slice(index + 1).join('|')})/` },
  }));

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...notAbove('backend/src', BACKEND),
    ...notAbove('frontend/src', FRONTEND),
    {
      name: 'platform-knows-no-record',
      severity: 'error',
      from: { path: '^backend/src/platform/', pathNot: ['spec\\.ts$', '^backend/src/platform/demo/'] },
      to: { path: '^backend/src/', pathNot: `^backend/src/(platform|${PLATFORM_MAY_USE.join('|')})/` },
    },
    {
      name: 'features-through-module-or-service',
      severity: 'error',
      from: { path: '^backend/src/features/([^/]+)/' },
      to: { path: '^backend/src/features/', pathNot: ['^backend/src/features/$1/', '\\.(module|service)\\.ts$'] },
    },
    {
      name: 'controllers-know-no-tables',
      severity: 'error',
      from: { path: '\\.controller\\.ts$' },
      to: { path: ['node_modules/(@nestjs/)?typeorm', '\\.entity\\.ts$'] },
    },
    {
      name: 'backend-is-alone',
      severity: 'error',
      from: { path: '^backend/src/' },
      to: { path: '^(frontend|openapi)/' },
    },
    { name: 'frontend-talks-http', severity: 'error', from: { path: '^frontend/src/' }, to: { path: '^backend/' } },
    {
      name: 'features-know-no-other-feature',
      severity: 'error',
      from: { path: '^frontend/src/features/([^/]+)/' },
      to: { path: '^frontend/src/features/', pathNot: ['^frontend/src/features/$1/', '/feature\\.ts$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(\\.test\\.tsx?|/test/)' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
