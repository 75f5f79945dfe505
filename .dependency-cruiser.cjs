/** One way only: frontend components <- features <- app; in the backend a feature reaches another through its module or service. */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'shared-knows-no-feature',
      comment:
        'api/, changes/, config/, database/, http/, images/, lists/, platform/, records/, search/ and threads/ know no feature.',
      severity: 'error',
      from: {
        path: '^backend/src/(api|changes|config|database|http|images|lists|platform|records|search|threads)/',
        pathNot: '\\.(e2e-)?spec\\.ts$',
      },
      to: { path: '^backend/src/features/' },
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
      name: 'components-know-no-feature',
      severity: 'error',
      from: { path: '^frontend/src/components/' },
      to: { path: '^frontend/src/(features|app)/' },
    },
    {
      name: 'features-know-no-app',
      severity: 'error',
      from: { path: '^frontend/src/features/' },
      to: { path: '^frontend/src/app/' },
    },
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
