import { crc32, deflateRawSync } from 'node:zlib';

/** Files by their path in a ZIP archive; the same text is compressed once. */
type Entries = [path: string, text: string | Buffer][];

/** A ZIP archive. */
export function buildZip(entries: Entries): Buffer {
  const packed = new Map<string | Buffer, { bytes: Buffer; crc: number; size: number }>();
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of entries) {
    const plain = Buffer.from(text);
    const { bytes, crc, size } = packed.get(text) ?? {
      bytes: deflateRawSync(plain),
      crc: crc32(plain),
      size: plain.length,
    };
    packed.set(text, { bytes, crc, size });
    const name = Buffer.from(path);
    // From the version on, both headers have the same fields.
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc, 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(name.length, 22);
    parts.push(Buffer.from('PK\x03\x04'), fields, name, bytes);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), fields, tail, name);
    offset += 30 + name.length + bytes.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end]);
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook as Excel writes it: `rows` is the XML of the first sheet, `dtd` what stands before it. Style 1 is a day, 2 a day with its time. */
export function buildWorkbook(rows: string, { strings = '', dtd = '', more = [] as Entries } = {}): Buffer {
  const relation = (id: number, type: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  return buildZip([
    ['[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'],
    [
      '_rels/.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets><sheet name="Products" sheetId="1" r:id="rId1"/><sheet name="Notes" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'worksheet', 'worksheets/sheet2.xml')}${relation(3, 'styles', 'styles.xml')}${relation(4, 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    ],
    [
      'xl/styles.xml',
      `<styleSheet ${MAIN}><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/></numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
    ],
    ['xl/sharedStrings.xml', `<sst ${MAIN}>${strings}</sst>`],
    ['xl/worksheets/sheet1.xml', `${dtd}<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`],
    ['xl/worksheets/sheet2.xml', `<worksheet ${MAIN}><sheetData/></worksheet>`],
    ...more,
  ]);
}

/** The XML of rows of cells: a text, or the attributes and the inside of another cell. */
export function buildRows(rows: (string | [attributes: string, inside: string])[][]): string {
  const texts = rows.map((cells, row) => {
    const written = cells.map((cell, column) => {
      const [attributes, inside] = typeof cell === 'string' ? ['t="inlineStr"', `<is><t>${cell}</t></is>`] : cell;
      return `<c r="${lettersOf(column)}${row + 1}" ${attributes}>${inside}</c>`;
    });
    return cells.length > 0 ? `<row r="${row + 1}">${written.join('')}</row>` : '';
  });
  return texts.join('');
}

function lettersOf(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : lettersOf(Math.floor(column / 26) - 1) + last;
}
