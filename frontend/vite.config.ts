import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env.API_URL ?? 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../node_modules/.vite/frontend',
  plugins: [react()],
  server: { port: 5173, proxy: { '/api': api, '/docs': api } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // All browsers that run the rest know how to preload modules.
    modulePreload: { polyfill: false },
    // Kilobytes: the chart library is one piece, and loaded last.
    chunkSizeWarningLimit: 1600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every screen needs, in one piece: a dozen small ones compress worse.
            { name: 'react', test: /node_modules.(react|react-dom|scheduler)\// },
            {
              name: 'base',
              test: /src.(app.(app|session.wanted-page)|components.(toasts.toast-store|ui.page-title|lib.(use-online|use-media-query|api-errors)))\.tsx?$/,
            },
            { name: 'controls', test: /node_modules.antd.es.button.index\.js$/ },
            // What most screens of a signed-in person share, likewise: a browser fetches six files at a time.
            {
              name: 'screens',
              test: /components.\w+.(commands|copy-field|navigation-guard|back-link|screen-head|created-at|time-ago|link-button|record-screen|record-state|thumbnails|use-record-id|thread-status|failure-toast)\.tsx?$/,
            },
            // Of a few hundred bytes each, and on nearly every screen.
            {
              name: 'small',
              test: /es.icons.(CloseOutlined|QuestionCircleOutlined)\.js$|antd.es.(form.hooks.useVariants|_util.ContextIsolator|_util.motion)\.js$|components.lib.idempotency\.ts$/,
              includeDependenciesRecursively: false,
            },
            // What record forms share, without the fields, which the sign-in screen has too.
            {
              name: 'record-form',
              test: /components.\w+.(record-form|drafts|draft-keeper|form-failure|image-upload|image-address|chosen-images|image-uploads|send-image|shrink-image|image-files|file-drop|text-fields|use-merged-edit|use-saving)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
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
