import { startTransition, useEffect, useState } from 'react';

/** False until what is drawn first is on the screen: what is large, or less wanted, is fetched and drawn after it. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    // A frame is drawn after its callbacks, and a task comes after that.
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
