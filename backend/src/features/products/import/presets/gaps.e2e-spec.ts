import { importFiles } from '../../../../../test/support/data/import-files';

const { files } = importFiles();
const cdn = 'https://cdn.shop.example';

/** Brings a file twice: its products from the first row on. The second time nothing may change, and no row is bad. */
async function bring(file: string, format: string): Promise<any[]> {
  const preview = await files.preview(file);
  expect(preview).toMatchObject({ format, problem: null, counts: { bad: 0, changed: 0 } });
  await files.apply(preview.id);
  const { counts } = await files.preview(file);
  expect(counts).toMatchObject({ new: 0, changed: 0, bad: 0, unchanged: preview.counts.new });
  return files.products();
}

it('Wix: names of its pictures are addresses, and rows of media belong to the product', async () => {
  const [one, two] = [
    'a47bec_5d5931d309c440e58ae748d45778c293~mv2.jpg',
    'fa1d60_06e4b465f402466f806b579277b2ac3a~mv2.png',
  ];
  const media = 'https://static.wixstatic.com/media';
  const old = `handleId,fieldType,name,productImageUrl,visible\nproduct_1,Product,Dice,${one};${two},true\n`;
  expect((await bring(old, 'wix'))[0].images).toEqual([`${media}/${one}`, `${media}/${two}`]);
  const now = `handle,fieldType,name,visible,media,sku\ncup,PRODUCT,Cup,TRUE,${cdn}/a.jpg,CUP\ncup,MEDIA,,,${cdn}/b.jpg,\ncup,MEDIA,,,${cdn}/a.jpg,\n`;
  expect((await bring(now, 'wix'))[1].images).toEqual([`${cdn}/a.jpg`, `${cdn}/b.jpg`]);
});

it('Magento: the article number stands among the attributes', async () => {
  const products = await bring(
    'sku,attribute_set_code,product_type,name,product_online,additional_attributes\nA,Default,simple,Fan,1,"color=red,gtin=4899888101772"\nB,Default,simple,Lid,1,"ean=none,color=blue"\n',
    'magento',
  );
  expect(products).toMatchObject([{ ean: '4899888101772', extraFields: { color: 'red' } }, { ean: null }]);
});

it('WooCommerce: the article number of plugins, and the columns of pictures and of the status of other exports', async () => {
  const products = await bring(
    `ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,Tax status,GTIN13 / EAN,Meta: _alg_ean\n1,simple,A,,Alpha,1,taxable,4006381333931,\n2,simple,B,,Beta,1,taxable,,4006381333948\n3,simple,C,4006381333955,Gamma,1,taxable,4006381333931,\n`,
    'woocommerce',
  );
  expect(products.map(({ ean }) => ean)).toEqual(['4006381333931', '4006381333948', '4006381333955']);
  const rest = await bring(
    `id,name,sku,type,status,regular_price,main_image,all_images,short_description\n7,Set,R-1,simple,publish,9,${cdn}/r.jpg,${cdn}/r.jpg; ${cdn}/s.jpg,\n8,Plan,R-2,simple,draft,9,,,\n`,
    'woocommerce',
  );
  expect(rest.slice(3)).toMatchObject([
    { images: [`${cdn}/r.jpg`, `${cdn}/s.jpg`], status: 'active' },
    { sku: 'R-2', status: 'draft' },
  ]);
});

it('Odoo: two products may share a reference, and further lines of a product are parts of it', async () => {
  const file =
    '"External ID","Name","Internal Reference","Barcode","Attribute Lines / Values"\n' +
    'p_1,Desk,T60,4006381333931,"Steel,Oak"\n,,,,"White,Black"\np_2,Lamp,T60,,\np_3,Chair,-,-,\n';
  expect((await files.preview(file)).counts).toMatchObject({ new: 3, part: 1, bad: 0 });
  expect(await bring(file, 'odoo')).toMatchObject([
    { sku: 'T60', name: 'Desk' },
    { sku: 'odoo-p-2', name: 'Lamp' },
    { sku: 'odoo-p-3', name: 'Chair', ean: null },
  ]);
});

it('Odoo: a product with the reference of another one is known again, where its row stands alone', async () => {
  const header = '"External ID","Name","Internal Reference","Image"\n';
  await bring(`${header}p_1,Desk,T60,${cdn}/d.jpg\np_2,Lamp,T60,${cdn}/l.jpg\n`, 'odoo');
  const alone = await files.preview(`${header}p_2,Lamp,T60,${cdn}/new.jpg\n`);
  expect(await files.rows(alone.id)).toMatchObject([
    {
      state: 'changed',
      sku: 'odoo-p-2',
      warnings: ['Another product has the SKU “T60”: this one keeps “odoo-p-2”'],
    },
  ]);
});

it('Shopify and Etsy: headers of today, and of French shops', async () => {
  const bag = `Title,URL handle,Status,SKU,Barcodes,Option1 value,Product image URL\nBag,bag,Active,B,4006381333931,Default Title,${cdn}/b.jpg\n`;
  expect(await bring(bag, 'shopify')).toMatchObject([{ sku: 'B', ean: '4006381333931' }]);
  const vase = `TITRE,DESCRIPTION,PRIX,CODE_DEVISE,MATÉRIAUX,"IMAGE 1","IMAGE 2",RÉFÉRENCE\nVase,Bleu,9,EUR,Terre,${cdn}/v.jpg,,V-9\n`;
  expect((await bring(vase, 'etsy'))[1]).toMatchObject({ sku: 'V-9', name: 'Vase' });
});

it.each([
  ['before 2025', 'Handle', 'Variant SKU', 'Variant Price,Variant Compare At Price,Variant Grams'],
  ['since 2025', 'URL handle', 'SKU', 'Price,Compare-at price,Weight value (grams)'],
])(
  'Shopify %s: variants share what is said of the product, and no price or weight of the first',
  async (_time, handle, sku, own) => {
    const products = await bring(
      `${handle},Title,Vendor,Tags,Option1 Value,${sku},${own},Image Src\ncap,Cap,Nord,warm,S,CAP-S,9,12,200,${cdn}/c.jpg\ncap,,,,M,CAP-M,8,,,\n`,
      'shopify',
    );
    const [price, before, weight] = own.split(',');
    expect(products.map(({ extraFields }) => extraFields)).toEqual([
      { Vendor: 'Nord', Tags: 'warm', [price]: '9', [before]: '12', [weight]: '200' },
      { Vendor: 'Nord', Tags: 'warm', [price]: '8' },
    ]);
  },
);

describe('a plain list', () => {
  it('without names has them in its descriptions; those of known products stay', async () => {
    const list =
      'Código;Descripción;Código de barras;Activo\nES-1;Taladro percutor;8412345678905;Sí\nES-2;Martillo;;No\n';
    expect(await bring(list, 'plain')).toMatchObject([
      { sku: 'ES-1', name: 'Taladro percutor', ean: '8412345678905', status: 'active' },
      { sku: 'ES-2', name: 'Martillo', status: 'draft' },
    ]);
    const texts = await files.preview('SKU,Description\nES-1,Potente\n');
    await files.apply(texts.id);
    expect((await files.products())[0]).toMatchObject({ name: 'Taladro percutor', description: 'Potente' });
    const long = await files.preview('SKU,Description\nX,"First line\nSecond line"\n');
    expect((await files.rows(long.id))[0].problem).toBe('Name is required');
  });

  it('is known by its own numbers before those of the maker', async () => {
    const feed = `id\ttitle\timage_link\tgtin\tmpn\nG1\tRed\t${cdn}/1.jpg\t4006381333931\tM1\nG2\tBlue\t${cdn}/2.jpg\t4006381333948\tM1\n`;
    expect(await bring(feed, 'plain')).toMatchObject([{ sku: 'G1' }, { sku: 'G2', extraFields: { mpn: 'M1' } }]);
    const makers = `Name,MPN,Photo\nBolt,M-8,www.shop.example/m.jpg\n`;
    expect((await bring(makers, 'plain'))[2]).toMatchObject({ sku: 'M-8', images: ['https://www.shop.example/m.jpg'] });
  });

  it('has more words for a status, a name and a SKU', async () => {
    const list =
      'seller-sku;Kurzbez.;Status;EAN\nA;One;Enabled; -\nB;Two;Disabled;\nC;Three;Inactive;\nD;Four;Inativo;\nE;Five;Unlisted;\n';
    expect((await bring(list, 'plain')).map(({ name, status, ean }) => [name, status, ean])).toEqual([
      ['One', 'active', null],
      ['Two', 'draft', null],
      ['Three', 'draft', null],
      ['Four', 'draft', null],
      ['Five', 'Unlisted', null],
    ]);
    const table = await bring('id,name,is_active\n41,Blanche,f\n42,Triple,t\n', 'plain');
    expect(table.slice(5).map(({ status }) => status)).toEqual(['draft', 'active']);
  });
});
