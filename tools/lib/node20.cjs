// What the client generator uses of newer Node versions, for Node 20.
Map.groupBy ??= (items, keyOf) => {
  const groups = new Map();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    groups.has(key) ? groups.get(key).push(item) : groups.set(key, [item]);
  }
  return groups;
};
Object.groupBy ??= (/** @type {any} */ items, /** @type {any} */ keyOf) =>
  /** @type {any} */ (Object.fromEntries(Map.groupBy(items, keyOf)));
