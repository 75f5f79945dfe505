import type { ReactNode } from 'react';

/** The id of a response on the page of its thread. */
export const responseId = (id: number): string => `response-${id}`;

/** Leads to a response on the same page. */
export function ResponseLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <a
      href={`#${responseId(id)}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(responseId(id))?.scrollIntoView({ block: 'center' });
      }}
    >
      {children}
    </a>
  );
}
