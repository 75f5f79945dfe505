/** Of the six connections that a browser has for a site, so many are used for events. */
const MAX_STREAMS = 3;

/** What tabs pass on to each other. */
export type SharedEvent = 'change' | 'notifications';

type Message = { type: 'open'; tab: string } | { type: 'close'; tab: string } | { type: SharedEvent; data: string };

interface TabsOptions {
  /** The UUID of this tab. */
  tab: string;
  /** Others have opened so many connections that this tab has to let go of its own. */
  onCrowded: () => void;
  /** There is room again. */
  onRoom: () => void;
  /** What another tab was told. */
  onShared: (type: SharedEvent, data: string) => void;
}

/** The tabs of one browser, which share its connections: the newest keep theirs, and pass on to the others what they hear. */
export class LiveTabs {
  private readonly channel = new BroadcastChannel('ecom-crm-live');
  /** Tabs that connected after this one. */
  private newer = new Set<string>();
  private isCrowded = false;

  constructor(private readonly options: TabsOptions) {
    this.channel.onmessage = ({ data }: MessageEvent<Message>) => this.receive(data);
  }

  opened(): void {
    this.newer.clear();
    this.isCrowded = false;
    this.channel.postMessage({ type: 'open', tab: this.options.tab });
  }

  closed(): void {
    this.channel.postMessage({ type: 'close', tab: this.options.tab });
  }

  passOn(type: SharedEvent, data: string): void {
    this.channel.postMessage({ type, data });
  }

  close(): void {
    this.channel.close();
  }

  private receive(message: Message): void {
    if (message.type === 'open') this.newer.add(message.tab);
    else if (message.type === 'close') this.newer.delete(message.tab);
    else return this.options.onShared(message.type, message.data);
    const wasCrowded = this.isCrowded;
    this.isCrowded = this.newer.size >= MAX_STREAMS;
    if (this.isCrowded && !wasCrowded) this.options.onCrowded();
    if (!this.isCrowded && wasCrowded) this.options.onRoom();
  }
}
