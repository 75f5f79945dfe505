import { RequestMethod, type INestApplication } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { Request } from 'express';
import { OPERATION_ID } from '../../api/operation';
import type { Observer } from '../../http/when-answered';
import type { Metrics } from './metrics';

/** Where everything else is: the screens, the document. */
const PAGE = 'page';
/** Below `/api` no operation is there. */
const UNKNOWN = 'unknown';

/** Counts each answer and how long it took, by the id of its operation. */
export function countRequests(metrics: Metrics, operationOf: (request: Request) => string): Observer {
  return (request, response, { ms }) => {
    if (request.path === '/metrics') return;
    const operation = operationOf(request);
    metrics.requests.labels(operation, response.headersSent ? String(response.statusCode) : '499').inc();
    metrics.durations.labels(operation).observe(ms / 1000);
  };
}

interface Known {
  id: string;
  /** As the router has it: `GET /api/products/:id`. */
  route: string;
}

/** Finds the operation of a request, also of one that was refused before the router saw it. To be called when all modules are there. */
export function operationFinder(app: INestApplication): (request: Request) => string {
  let ids: Map<string, string> | undefined;
  let patterns: { id: string; pattern: RegExp }[] = [];
  const prepare = (): Map<string, string> => {
    const known = operationsOf(app);
    // `/products/search` is `/products/:id` as well: the one without parameters is meant.
    const fewestFirst = [...known].sort((a, b) => a.route.split(':').length - b.route.split(':').length);
    patterns = fewestFirst.map(({ id, route }) => ({
      id,
      pattern: new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}/?$`, 'i'),
    }));
    return new Map(known.map(({ id, route }) => [route, id]));
  };
  return ({ method, originalUrl, route }: Request) => {
    ids ??= prepare();
    const verb = method === 'HEAD' ? 'GET' : method;
    const routed = ids.get(`${verb} ${(route as { path?: string } | undefined)?.path}`);
    if (routed) return routed;
    const address = originalUrl.split('?', 1)[0];
    if (!/^\/api(\/|$)/i.test(address)) return PAGE;
    return patterns.find(({ pattern }) => pattern.test(`${verb} ${address}`))?.id ?? UNKNOWN;
  };
}

/** Every operation of the app's controllers, with its route. */
function operationsOf(app: INestApplication): Known[] {
  const scanner = new MetadataScanner();
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype }) => {
    const prototype = (metatype as { prototype: Record<string, object> }).prototype;
    const base = textOf('path', metatype as object);
    return scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name];
      const id = Reflect.getMetadata(OPERATION_ID, handler) as string | undefined;
      const verb = RequestMethod[Reflect.getMetadata('method', handler) as RequestMethod];
      return id
        ? [
            {
              id,
              route: `${verb} /${['api', base, textOf('path', handler)]
                .flatMap((part) => part.split('/'))
                .filter(Boolean)
                .join('/')}`,
            },
          ]
        : [];
    });
  });
}

function textOf(metadata: string, of: object): string {
  return String(Reflect.getMetadata(metadata, of) ?? '');
}
