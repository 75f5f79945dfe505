/** One row of the specification: where a person meets it, and the exact value. */
export interface SpecRow {
  where: string;
  value: string | number | Toast;
}

/** A toast as the specification gives it; `title` is absent where the toast has the text alone. */
export interface Toast {
  title?: string;
  text: string;
  variant: 'default' | 'destructive';
}

/** The toast of something that went well. */
export const success = <Text extends string>(text: Text) => ({ title: 'Success', text, variant: 'default' }) as const;

/** The toast of something that failed; the text is what it says when the server gives no message. */
export const failure = <Text extends string>(text: Text) => ({ title: 'Error', text, variant: 'destructive' }) as const;

/** Rows that say the same of many things: `payload POST /api/login` is the row of the kind `payload` of `POST /api/login`. */
export function rowsOf<Kind extends string, Subject extends string, Value extends string | number>(
  kind: Kind,
  where: string,
  values: Record<Subject, Value>,
): Record<`${Kind} ${Subject}`, { where: string; value: Value }> {
  const rows = Object.entries<Value>(values).map(([subject, value]) => [`${kind} ${subject}`, { where, value }]);
  return Object.fromEntries(rows) as Record<`${Kind} ${Subject}`, { where: string; value: Value }>;
}
