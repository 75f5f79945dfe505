import { features } from './features';

const patterns = features.flatMap(({ routes }) =>
  routes.map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`)),
);

/** Whether a screen of the signed-in app answers at this path. */
export function isKnownPath(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path));
}
