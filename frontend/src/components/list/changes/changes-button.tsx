import './changes-button.css';

interface ChangesButtonProps {
  /** What others have changed: how many records, Infinity if nobody knows; or that there is something. */
  count: number | 'some';
  readAgain: () => Promise<unknown>;
}

/** Offers to read a list again after others have changed something: it never moves by itself. */
export function ChangesButton({ count, readAgain }: ChangesButtonProps) {
  function show() {
    window.scrollTo(0, 0);
    // The button goes.
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    void readAgain();
  }
  return (
    <div role="status" className="new-items">
      {count !== 0 && (
        <button type="button" className="new-items-button" onClick={show}>
          {countText(count)} · Refresh
        </button>
      )}
    </div>
  );
}

function countText(count: number | 'some'): string {
  if (count === 'some') return 'New changes';
  if (count === Infinity) return 'Many changes';
  return count === 1 ? '1 change' : `${count.toLocaleString('en')} changes`;
}
