import { NotFoundException, Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { KIND } from '../api/record-reference';
import { recordTypes, type RecordTypeOptions } from '../records/record-type';

/** The record type of a kind of threads: questions, problems, and those of modules. */
export interface ThreadType extends RecordTypeOptions {
  /** The table of its responses, and their column that names the thread. */
  responses: string;
  column: string;
}

/** The record types of all kinds of threads, in the order in which `modules.ts` imports them. */
export function threadTypes(): ThreadType[] {
  return recordTypes().flatMap((type) =>
    type.responses === undefined
      ? []
      : [{ ...type, responses: type.responses, column: `${type.kind.replaceAll('-', '_')}_id` }],
  );
}

/** The kind by its name or by its part of an address; 404 for another. */
class ThreadTypePipe implements PipeTransform<string, ThreadType> {
  transform(value: string): ThreadType {
    const found = threadTypes().find(({ kind, table }) => kind === value || table.replaceAll('_', '-') === value);
    if (!found) throw new NotFoundException('There is no such kind of record');
    return found;
  }
}

/** The kind of threads in the path of an operation, checked and documented. */
export function Threads(): ParameterDecorator {
  return (target, key, index) => {
    Param('kind', ThreadTypePipe)(target, key, index);
    const method = key && Object.getOwnPropertyDescriptor(target, key);
    if (method)
      ApiParam({
        name: 'kind',
        description: 'The kind of record as in the other addresses, such as `problems`, or as `kind` names it.',
        schema: { type: 'string', pattern: KIND.source, example: 'problems' },
      })(target, key, method);
  };
}

/** What is wrong with the name of a kind of threads, or null. */
export function threadKindProblem(value: unknown): string | null {
  const kinds = threadTypes().map(({ kind }) => kind);
  return kinds.includes(value as string) ? null : `kind must be one of ${kinds.join(', ')}`;
}
