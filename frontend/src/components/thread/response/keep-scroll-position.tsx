import { Component, createRef, type ReactNode } from 'react';

/** A short page has to be filled first before it can be scrolled. */
const MOST_TRIES = 20;

/** Keeps the field that has the focus, in or below this, at its position on the screen when the content grows. */
export class KeepScrollPosition extends Component<{ children: ReactNode }> {
  private readonly content = createRef<HTMLDivElement>();
  /** Room below the field that was made for scrolling, pixels. */
  private roomPx = 0;

  override getSnapshotBeforeUpdate(): number | null {
    return this.topOfField();
  }

  override componentDidUpdate(_props: unknown, _state: unknown, before: number | null): void {
    if (before === null) return;
    this.scrollBackTo(before);
    const section = this.content.current?.parentElement;
    // Where the page ends too early to be scrolled that far, it gets longer.
    for (let tries = 0; section && tries < MOST_TRIES && this.distanceFrom(before) >= 1; tries += 1) {
      this.roomPx += this.distanceFrom(before);
      section.style.paddingBottom = `${this.roomPx}px`;
      this.scrollBackTo(before);
    }
  }

  override render(): ReactNode {
    return <div ref={this.content}>{this.props.children}</div>;
  }

  private scrollBackTo(topPx: number): void {
    window.scrollBy({ top: this.distanceFrom(topPx), behavior: 'instant' });
  }

  private distanceFrom(topPx: number): number {
    return (this.topOfField() ?? topPx) - topPx;
  }

  private topOfField(): number | null {
    const field = document.activeElement;
    const isBelow = field?.matches('textarea, input') && this.content.current?.parentElement?.contains(field);
    return isBelow && field ? field.getBoundingClientRect().top : null;
  }
}
