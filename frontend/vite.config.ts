import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env.API_URL ?? 'http://localhost:3000';

/**
 * What screens share, in few files: a browser fetches six at a time, each takes a round trip, and small ones compress worse.
 * A group has what is named here, and not what that needs in turn unless it says so.
 */
const shared = [
  {
    name: 'controls',
    test: oneOf(
      'antd.es.(form.(context|hooks.useVariants)|_util.(motion|ContextIsolator|fallbackProp)|config-provider.hooks.useCSSVarCls)[.]js',
      'form.es.FormContext[.]js',
      '(CloseCircleFilled|CloseOutlined|QuestionCircleOutlined)[.]js',
    ),
  },
  {
    // Of a form, where a dialog has it, too.
    name: 'form-core',
    test: oneOf(
      'rc-component.form.es.(FieldContext|utils.(typeUtil|messages|valueUtil|asyncUtil|NameMap)|hooks.(useNotifyWatch|useForm))[.]js',
      'antd.es.form.(util|hooks.useForm)[.]js',
      'antd.es.grid.style|style.motion.(zoom|fade|motion)|scroll-into-view|_util.(zindexContext|hooks.useZIndex)',
      '(CheckCircle|ExclamationCircle)Filled',
    ),
  },
  {
    name: 'form',
    test: oneOf(
      'rc-component.(form|async-validator|tooltip)/|antd.es.(form|tooltip|grid|table)/|form.form-rules',
      'style.(motion|placementArrow|roundedArrow)|genPresetColor|_util.(responsiveObserver|placements|colors|convertToTooltipProps)',
    ),
    minShareCount: 5,
  },
  // Alone: the queue needs it without a form.
  { name: 'rules', test: oneOf('openapi.client.rules') },
  {
    name: 'text-field',
    test: oneOf(
      'antd.es.input.(Input|Password|utils|hooks.[^/]+|style.(index|token|variants))[.]js',
      'rc-component.input.es.(BaseInput|Input|index|utils.[^/]+|hooks.[^/]+)[.]js',
      'useAllowClear|useForceUpdate|statusUtils|Dom.focus|Eye(Invisible)?Outlined',
    ),
  },
  {
    // On nearly every screen of a signed-in person; with what it needs itself, so that it needs no file that needs it.
    name: 'app',
    includeDependenciesRecursively: true,
    test: oneOf(
      'src.app.(features|shell.(not-found|app-header|layout|broken-route))|src.features.[^/]+.(feature|[^/]+-paths)[.]ts',
      'components.(commands|drafts|lib|live|people|text|toasts)/',
      'components.(ui.(?!confirm.confirm-dialog)|record.(?!record-page|record-edit))',
      'components.(images.thumbnails|thread.thread-status|list.(shown-list|use-pages|list-address))',
      'components.history.(record-history|undo-texts|undo-action|trash-path)',
      'features.products.(product-labels|photos.product-images)',
      'components.(products.product-code|thread.tags.(use-tags|edit-tags))',
      'openapi.client.(changes|problems|products|questions|statistics|updates|users)',
      'react-router|nfiniteQuery|antd.es.skeleton|@ant-design.icons|pickAttrs',
    ),
  },
  // Of rows that show threads.
  {
    name: 'thread-row',
    test: oneOf('components.thread.(tags.tag-pill|queue.(waiting|queue-api))|openapi.client.queue|operations.schemas'),
  },
  { name: 'lists', test: oneOf('components.list', 'tanstack.(react-virtual|virtual-core)', 'history.deleted-link') },
  {
    name: 'record-form',
    test: oneOf(
      'components.(form|images|merge.(merge|use-merged-edit))',
      'input.es.(TextArea|ResizableTextArea|calculateNodeHeight)|antd.es.input.(TextArea|style.textarea)',
    ),
    minShareCount: 5,
  },
];

/** A module that any of the patterns fits. */
function oneOf(...patterns: string[]): RegExp {
  return new RegExp(patterns.join('|'));
}

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../node_modules/.vite/frontend',
  plugins: [react()],
  server: { port: 5173, proxy: { '/api': api, '/docs': api } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // All styles in one file: less to wait for than a file for each part of a screen.
    cssCodeSplit: false,
    // All browsers that run the rest know how to preload modules.
    modulePreload: { polyfill: false },
    // Kilobytes: the chart library is one piece, and loaded last.
    chunkSizeWarningLimit: 1600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules.(react|react-dom|scheduler)\// },
            // What every page needs, with all that it needs itself.
            {
              name: 'base',
              test: oneOf(
                'src.app.(app|session.wanted-page)[.]tsx?$',
                'components.(toasts.toaster|ui.page-title|lib.(use-online|use-media-query|api-errors|window-events|idempotency))[.]tsx?$',
                'antd.es.button.index[.]js$',
              ),
            },
            ...shared.map((group) => ({ includeDependenciesRecursively: false, ...group })),
          ],
        },
      },
      treeshake: {
        // These only define things, but their packages do not say so: without it unused ones stay in.
        moduleSideEffects: [{ test: /node_modules\/@(rc-component|radix-ui)\//, sideEffects: false }],
      },
    },
  },
});
