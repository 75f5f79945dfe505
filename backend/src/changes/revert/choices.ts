import { keyOf } from './record-revert';
import type { RevertChoiceDto, RevertDto } from './revert.dto';

/** What is to become of the fields that somebody has changed since. */
export class Choices {
  private readonly byField = new Map<string, RevertChoiceDto[]>();
  private readonly otherwise?: 'keep';

  constructor({ choices = [], otherwise }: RevertDto) {
    this.otherwise = otherwise;
    for (const choice of choices) {
      const key = fieldKeyOf(choice);
      this.byField.set(key, [...(this.byField.get(key) ?? []), choice]);
    }
  }

  /** What to take for a field of a record of this version; undefined where that is still to be chosen. */
  find(field: Omit<RevertChoiceDto, 'take'>): RevertChoiceDto['take'] | undefined {
    const chosen = this.byField.get(fieldKeyOf(field));
    if (!chosen) return this.otherwise;
    // A choice for a version of before is no choice for this one.
    return chosen.find(({ version }) => version === field.version)?.take;
  }
}

function fieldKeyOf({ kind, recordId, field }: Omit<RevertChoiceDto, 'take'>): string {
  return `${keyOf(kind, recordId)} ${field}`;
}
