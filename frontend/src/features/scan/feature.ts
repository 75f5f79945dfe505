import type { Feature } from '../../components/record/feature';

export const SCAN_PATH = '/scan';

/** Products opened by the codes on them. */
export const scan: Feature = {
  commands: [{ label: 'Scan a code', group: 'Actions', words: 'barcode EAN camera scanner', path: SCAN_PATH }],
  routes: [{ path: SCAN_PATH, load: async () => (await import('./scan-screen')).ScanScreen }],
};
