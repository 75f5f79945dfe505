import {
  applyDecorators,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { EMPTY, from, lastValueFrom, type Observable } from 'rxjs';
import { IS_QUEUED } from '../../api/answer-headers';
import { QUEUES } from '../../config/budgets';
import { FairQueue } from './fair-queue';
import { endSlowAnswer, untilClosed } from './until-closed';

const queues = new Map<keyof typeof QUEUES, FairQueue>();

/** One of the queues of this process. */
export function queueOf(name: keyof typeof QUEUES): FairQueue {
  const queue = queues.get(name) ?? new FairQueue(QUEUES[name]);
  queues.set(name, queue);
  return queue;
}

/** Runs an operation when its user's turn in a queue has come. `Queue-Length` tells how many waited when it came. */
export function Queued(name: keyof typeof QUEUES): MethodDecorator {
  return applyDecorators(UseInterceptors(new QueueInterceptor(queueOf(name))), ApiExtension(IS_QUEUED, true));
}

/** Lets requests with the same key take their turns until they are answered; null is not queued. */
export function queueRequests(name: keyof typeof QUEUES, keyOf: (request: Request) => string | null): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const key = keyOf(request);
    if (key === null) return next();
    const run = (): Promise<void> => {
      next();
      return untilClosed(request, response);
    };
    queueOf(name).run(key, run).catch(next);
  };
}

class QueueInterceptor implements NestInterceptor {
  constructor(private readonly queue: FairQueue) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const response = http.getResponse<Response>();
    const request = http.getRequest<Request>();
    const { id } = request.user as { id: number };
    response.setHeader('Queue-Length', this.queue.waiting);
    // Who has gone needs no answer.
    const run = (): Promise<unknown> => {
      endSlowAnswer(request, response);
      return lastValueFrom(response.destroyed ? EMPTY : next.handle(), { defaultValue: undefined });
    };
    return from(this.queue.run(id, run));
  }
}
