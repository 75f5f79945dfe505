import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brakeDisc } from './photos/round-parts';
import { oilFilter } from './photos/other-parts';
import { photograph } from './photos/studio';

/** Draws the two sample photos of the add-product form into the folder given on the command line. */
async function drawStockPhotos(folder: string): Promise<void> {
  await writeFile(
    join(folder, '1.webp'),
    await photograph(brakeDisc, { colour: '#8f979e', size: 0.8, detail: 1 }, 'whole'),
  );
  await writeFile(
    join(folder, '2.webp'),
    await photograph(oilFilter, { colour: '#2f6fb4', size: 0.5, detail: 3 }, 'whole'),
  );
}

void drawStockPhotos(process.argv[2] ?? 'frontend/public/stock-photos');
