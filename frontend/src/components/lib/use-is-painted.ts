import { startTransition, useEffect, useState } from 'react';

/** False until the first paint of the component. Large parts wait for it, so that the text is on the screen first. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    // The callback runs before the browser paints the frame; the timer runs after it.
    let task: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      task = setTimeout(() => startTransition(() => setPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(task);
    };
  }, []);
  return isPainted;
}
