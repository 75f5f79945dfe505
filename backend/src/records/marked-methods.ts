import { MetadataScanner, type DiscoveryService } from '@nestjs/core';

/** A method of a provider that a decorator has marked, with what it was marked with. */
export interface MarkedMethod<Mark, Call> {
  /** `Class.method`. */
  name: string;
  mark: Mark;
  call: Call;
}

/** Marks the decorated method under a key. */
export function markMethod<M>(key: symbol, mark: unknown, method: TypedPropertyDescriptor<M>): void {
  Reflect.defineMetadata(key, mark, method.value as object);
}

/** The methods of all providers that were marked under a key. */
export function markedMethods<Mark, Call>(discovery: DiscoveryService, key: symbol): MarkedMethod<Mark, Call>[] {
  const scanner = new MetadataScanner();
  const instances = new Set(discovery.getProviders().map(({ instance }) => instance as Record<string, () => void>));
  return [...instances].flatMap((instance) => {
    if (typeof instance !== 'object' || instance === null) return [];
    return scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object).flatMap((method) => {
      const mark = Reflect.getMetadata(key, instance[method]) as Mark | undefined;
      if (mark === undefined) return [];
      return [{ name: `${instance.constructor.name}.${method}`, mark, call: instance[method].bind(instance) as Call }];
    });
  });
}
