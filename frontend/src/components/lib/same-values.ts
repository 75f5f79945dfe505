/** Whether two values of a form say the same, to the bottom; an empty text, an empty list and nothing at all are the same. */
export function sameValues(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) && !isObject(other)) return (one ?? '') === (other ?? '');
  const [left, right] = [partsOf(one), partsOf(other)];
  if (!left || !right) return false;
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => sameValues(left[name], right[name]));
}

function partsOf(value: unknown): Record<string, unknown> | undefined {
  if (isObject(value)) return value;
  return (value ?? '') === '' ? {} : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
