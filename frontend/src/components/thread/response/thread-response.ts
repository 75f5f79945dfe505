/** Who says it: the staff, the customer, or a colleague to colleagues. */
export type ResponseKind = 'staff' | 'customer' | 'note';

export const responseKinds: { value: ResponseKind; label: string; hint?: string }[] = [
  { value: 'staff', label: 'Answer' },
  { value: 'customer', label: 'From the customer', hint: 'What the customer wrote or said' },
  { value: 'note', label: 'Note', hint: 'Only colleagues see this' },
];

/** A response as a thread shows it. */
export interface ThreadResponse {
  id: number;
  response: string;
  createdAt: string;
  createdById: number;
  /** Absent for what the staff says. */
  kind?: ResponseKind;
  /** The update that gave this response. */
  updateId?: number;
}
