/** Far above any request of ours; a parser or a validator would take seconds for more. */
const MAX_DEPTH = 32;
const MAX_PARTS = 4000;

export const TOO_MANY_PARTS = 'The body has too many parts';

const [QUOTE, COMMA, BACKSLASH, LIST, LIST_END, OBJECT, OBJECT_END] = Buffer.from('",\\[]{}');

/** Finds deep or wide JSON before it is parsed, and skips texts of any length. */
export class JsonShape {
  private depth = 0;
  private parts = 0;
  private inText = false;
  /** Whether the next byte is the second one of an escape. */
  private escaped = false;

  /** Takes the next bytes; false when the body is too deep or too wide. */
  allows(bytes: Buffer): boolean {
    for (let at = 0; at < bytes.length && this.isSmall; at++) {
      if (this.inText) {
        at = this.skip(bytes, at);
        continue;
      }
      const byte = bytes[at];
      if (byte === QUOTE) this.inText = true;
      else if (byte === LIST || byte === OBJECT) this.depth++;
      else if (byte === LIST_END || byte === OBJECT_END) this.depth--;
      else if (byte === COMMA) this.parts++;
    }
    return this.isSmall;
  }

  private get isSmall(): boolean {
    return this.depth <= MAX_DEPTH && this.parts <= MAX_PARTS;
  }

  /** The end of the text that contains `start`, or the end of the bytes. */
  private skip(bytes: Buffer, start: number): number {
    let from = start;
    for (let end = bytes.indexOf(QUOTE, from); end >= 0; end = bytes.indexOf(QUOTE, from)) {
      this.escaped = this.endsInEscape(bytes, from, end);
      from = end + 1;
      if (!this.escaped) {
        this.inText = false;
        return end;
      }
      this.escaped = false;
    }
    this.escaped = this.endsInEscape(bytes, from, bytes.length);
    return bytes.length;
  }

  /** Whether the next byte of the text is escaped. */
  private endsInEscape(bytes: Buffer, from: number, end: number): boolean {
    let slashes = 0;
    while (end - 1 - slashes >= from && bytes[end - 1 - slashes] === BACKSLASH) slashes++;
    // The slash that a chunk before ended with escapes the first of these.
    const all = slashes === end - from;
    return all && this.escaped ? slashes % 2 === 0 : slashes % 2 === 1;
  }
}
