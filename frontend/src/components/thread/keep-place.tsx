import { Component, createRef, type ReactNode } from 'react';

/** Keeps the field that has the focus, and stands in or below this, at its place on the screen when the content grows. */
export class KeepPlace extends Component<{ children: ReactNode }> {
  private readonly content = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate(): number | null {
    return this.placeOfField();
  }

  override componentDidUpdate(_props: unknown, _state: unknown, before: number | null): void {
    const now = this.placeOfField();
    if (before !== null && now !== null && now !== before) window.scrollBy({ top: now - before, behavior: 'instant' });
  }

  override render(): ReactNode {
    return <div ref={this.content}>{this.props.children}</div>;
  }

  private placeOfField(): number | null {
    const field = document.activeElement;
    const isBelow = field?.matches('textarea, input') && this.content.current?.parentElement?.contains(field);
    return isBelow && field ? field.getBoundingClientRect().top : null;
  }
}
