import type { ReactNode } from 'react';

/** What a value was and what it became. */
export function FromTo({ from, to }: { from: ReactNode; to: ReactNode }) {
  return (
    <>
      <span className="visually-hidden">from </span>
      <del dir="auto">{from}</del>
      <span aria-hidden> → </span>
      <span className="visually-hidden"> to </span>
      <ins dir="auto">{to}</ins>
    </>
  );
}
