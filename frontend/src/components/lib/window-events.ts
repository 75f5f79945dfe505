/** Calls back on any of these events of the window; answers what ends it. */
export function onWindowEvents(names: string[], callback: () => void): () => void {
  for (const name of names) window.addEventListener(name, callback);
  return () => names.forEach((name) => window.removeEventListener(name, callback));
}
