import { useEffect } from 'react';

/** Files that are dropped where nothing takes them: without this the browser opens them in place of the page. */
export function useRefusedFiles(): void {
  useEffect(() => {
    const end = new AbortController();
    // After what listens at the document.
    for (const type of ['dragover', 'drop'] as const) window.addEventListener(type, refuse, { signal: end.signal });
    return () => end.abort();
  }, []);
}

function refuse(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}
