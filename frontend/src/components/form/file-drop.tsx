import { useEffect, useEffectEvent, useRef, useState, type DragEvent, type ReactNode } from 'react';
import './file-drop.css';

interface FileDropProps {
  /** Set by the form: its label leads to the file input. */
  id?: string;
  /** What the browser's file dialog offers. */
  accept: string;
  /** Whether there is room for one file only. */
  single?: boolean;
  /** Whether earlier files are still being read: more have to wait. */
  busy: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** Takes files: picked in the browser's dialog, dropped here, or pasted anywhere on the page. */
export function FileDrop({ id, accept, single = false, busy, onFiles, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  function take(files: ArrayLike<File> | null | undefined) {
    const list = Array.from(files ?? []);
    if (list.length > 0 && !busy) onFiles(list);
  }
  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  }
  usePaste(take);

  return (
    <>
      <button
        type="button"
        className={isOver ? 'file-drop file-drop-over' : 'file-drop'}
        aria-busy={busy}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          // Without this the browser opens the file in place of the page.
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        {children}
      </button>
      <input
        ref={input}
        id={id}
        type="file"
        multiple={!single}
        hidden
        accept={accept}
        onChange={({ target }) => {
          const files = Array.from(target.files ?? []);
          // So that the same file can be picked again.
          target.value = '';
          take(files);
        }}
      />
    </>
  );
}

function usePaste(take: (files: FileList | undefined) => void): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => take(event.clipboardData?.files));
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
}
