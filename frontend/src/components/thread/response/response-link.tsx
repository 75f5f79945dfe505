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
        const response = document.getElementById(responseId(id));
        response?.scrollIntoView({ block: 'center' });
        // From there one goes on by Tab.
        response?.focus({ preventScroll: true });
      }}
    >
      {children}
    </a>
  );
}
