/** Whether two values of a form say the same, to the bottom; an empty text, an empty list and nothing at all are the same. */
export function sameValues(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) && !isObject(other)) return (one ?? '') === (other ?? '');
  const [left, right] = [partsOf(one), partsOf(other)];
  if (!left || !right) return false;
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => sameValues(left[name], right[name]));
}

/** Whether two forms that began with the same values have changed a field of it, each in its own way. */
export function differ(initial: object, one: object, other: object): boolean {
  const all = [initial, one, other] as Record<string, unknown>[];
  return Object.keys(other).some((name) => {
    const [was, left, right] = all.map((values) => values[name]);
    return !sameValues(was, left) && !sameValues(was, right) && !sameValues(left, right);
  });
}

function partsOf(value: unknown): Record<string, unknown> | undefined {
  if (isObject(value)) return value;
  return (value ?? '') === '' ? {} : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
