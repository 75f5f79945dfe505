import { Component, createRef, type ReactNode } from 'react';

/** A short page has to be filled first before it can be scrolled. */
const MOST_TRIES = 20;

/** Keeps the field that has the focus, and stands in or below this, at its place on the screen when the content grows. */
export class KeepPlace extends Component<{ children: ReactNode }> {
  private readonly content = createRef<HTMLDivElement>();
  /** Room below the field that was made for scrolling, pixels. */
  private roomPx = 0;

  override getSnapshotBeforeUpdate(): number | null {
    return this.placeOfField();
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

  private scrollBackTo(place: number): void {
    window.scrollBy({ top: this.distanceFrom(place), behavior: 'instant' });
  }

  private distanceFrom(place: number): number {
    return (this.placeOfField() ?? place) - place;
  }

  private placeOfField(): number | null {
    const field = document.activeElement;
    const isBelow = field?.matches('textarea, input') && this.content.current?.parentElement?.contains(field);
    return isBelow && field ? field.getBoundingClientRect().top : null;
  }
}
