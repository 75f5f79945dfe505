/** A long text of an answer that is read while it is sent, a piece at a time. It holds nothing that JSON escapes. */
export class LazyText {
  constructor(readonly pieces: () => AsyncIterable<string>) {}
}
