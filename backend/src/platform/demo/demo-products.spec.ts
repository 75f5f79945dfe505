import sharp from 'sharp';
import { ean13 } from './ean';
import { partKinds } from './part-kinds';
import { photograph } from './photos/studio';
import { demoProducts } from './products';

describe('the demo shop', () => {
  const products = demoProducts();

  it('has 300 products of every kind, each with a name, SKU and EAN of its own', () => {
    expect(products).toHaveLength(300);
    expect(new Set(products.map(({ kind }) => kind)).size).toBe(partKinds.length);
    for (const key of ['sku', 'ean'] as const) expect(new Set(products.map((product) => product[key])).size).toBe(300);
    for (const { name, extraFields, photos } of products) {
      expect(name.length).toBeGreaterThan(10);
      expect(Object.keys(extraFields).length).toBeGreaterThanOrEqual(3);
      expect([1, 2, 3]).toContain(photos);
    }
  });

  it('is the same at every call', () => {
    expect(demoProducts()).toEqual(products);
  });

  it('has EANs whose check digit is right', () => {
    expect(ean13(0)).toBe('2100000000005');
    for (const { ean } of products) {
      expect(ean).toMatch(/^\d{13}$/);
      const weighted = [...ean].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 ? 3 : 1), 0);
      expect(weighted % 10).toBe(0);
    }
  });

  it('has a photo of every kind of part, small and in more than one colour', async () => {
    for (const { drawing, colours } of partKinds) {
      const photo = await photograph(drawing, { colour: colours[0], size: 0.5, detail: 1 }, 'whole');
      const { format, width, height } = await sharp(photo).metadata();
      expect([format, width, height]).toEqual(['webp', 720, 540]);
      expect(photo.length).toBeLessThan(40_000);
      const { channels } = await sharp(photo).stats();
      for (const { stdev } of channels) expect(stdev).toBeGreaterThan(10);
    }
  });
});
