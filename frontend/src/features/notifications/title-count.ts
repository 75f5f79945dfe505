import { useEffect } from 'react';

/** Puts a count in front of the title of the document, whatever screen names it; 0 takes it away. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const prefix = count > 0 ? `(${count}) ` : '';
    const write = () => {
      const title = prefix + document.title.replace(/^\(\d+\) /, '');
      if (title !== document.title) document.title = title;
    };
    write();
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      document.title = document.title.replace(/^\(\d+\) /, '');
    };
  }, [count]);
}
