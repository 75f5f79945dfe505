import './text-skeleton.css';

/** Lines of grey where a text is about to be; light enough for a first view. */
export function TextSkeleton() {
  return (
    <div className="card text-skeleton" aria-hidden>
      <span />
      <span />
      <span />
    </div>
  );
}
