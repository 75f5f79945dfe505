import type { DiscoveryService } from '@nestjs/core';

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
  const providers = new Set(
    discovery
      .getProviders()
      .map(({ instance }) => instance as unknown)
      .filter((instance) => typeof instance === 'object' && instance !== null),
  );
  return [...providers].flatMap((provider) => {
    const prototype = Object.getPrototypeOf(provider) as object | null;
    return Object.entries(Object.getOwnPropertyDescriptors(prototype ?? {})).flatMap(([method, { value }]) => {
      const mark =
        typeof value === 'function' ? (Reflect.getMetadata(key, value as object) as Mark | undefined) : undefined;
      return mark === undefined
        ? []
        : [
            {
              name: `${prototype?.constructor.name}.${method}`,
              mark,
              call: (value as () => void).bind(provider) as Call,
            },
          ];
    });
  });
}
