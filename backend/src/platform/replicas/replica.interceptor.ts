import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { mergeMap, Observable } from 'rxjs';
import { withReplica } from './replica-context';
import { MAX_LAG_S, ReadReplicas } from './read-replicas';

/** Leads a read to a replica where its caller allows that by `Cache-Control: max-stale`, and remembers who has written. */
export class ReplicaInterceptor implements NestInterceptor {
  constructor(private readonly replicas: ReadReplicas) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request & { user?: { id: number } }>();
    const { user } = request;
    if (!user) return next.handle();
    if (!/^(GET|HEAD)$/.test(request.method))
      return next.handle().pipe(mergeMap((answer) => this.replicas.noteWriter(user.id).then(() => answer)));
    const seconds = maxStaleOf(request);
    const replica = seconds === null ? null : await this.replicas.replicaFor(user.id, seconds);
    return replica
      ? new Observable((subscriber) => withReplica(replica, () => next.handle().subscribe(subscriber)))
      : next.handle();
  }
}

/** RFC 9111, 5.2.1.2: the seconds by which an answer may be behind; without a number any that we have. */
function maxStaleOf(request: Request): number | null {
  const found = /(?:^|,)\s*max-stale(?:\s*=\s*"?(\d+)"?)?\s*(?:,|$)/i.exec(request.get('Cache-Control') ?? '');
  return found ? Number(found[1] ?? MAX_LAG_S) : null;
}
