import { useEffect, useEffectEvent, useRef, useState, type DOMAttributes, type ReactNode } from 'react';
import { toast } from '../toasts/toast-store';
import { pastedFiles } from './pasted-files';
import './file-drop.css';

interface FilePickerProps {
  /** Set by the form: its label leads to the file input. */
  id?: string;
  className?: string;
  /** What the browser's file dialog offers. */
  accept: string;
  /** Which camera a phone opens in place of the dialog. */
  capture?: 'environment';
  /** Whether there is room for one file only. */
  single?: boolean;
  /** Whether no files are taken for now; a toast says so. */
  busy?: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** Takes files: picked in the browser's dialog, or dropped or pasted anywhere on the page. */
export function FileDrop(props: FilePickerProps) {
  const [isOver, setIsOver] = useState(false);

  const take = (files: FileList | null | undefined) => passOn(Array.from(files ?? []), props);
  usePaste(take);
  useDrop(take);

  return (
    <FilePicker
      {...props}
      className={isOver ? 'file-drop file-drop-over' : 'file-drop'}
      onDragOver={(event) => {
        // Without this the browser opens the file in place of the page.
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        take(event.dataTransfer.files);
      }}
    />
  );
}

type DropHandlers = Pick<DOMAttributes<HTMLElement>, 'onDragOver' | 'onDragLeave' | 'onDrop'>;

/** A button that opens the browser's file dialog, or the camera. */
export function FilePicker({
  id,
  className,
  accept,
  capture,
  single = false,
  busy = false,
  onFiles,
  children,
  ...drop
}: FilePickerProps & DropHandlers) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => (busy ? sayBusy() : input.current?.click());
  return (
    <>
      <button type="button" className={className} aria-busy={busy} onClick={choose} {...drop}>
        {children}
      </button>
      <input
        ref={input}
        id={id}
        type="file"
        multiple={!single}
        hidden
        accept={accept}
        capture={capture}
        onChange={({ target }) => {
          const files = Array.from(target.files ?? []);
          // So that the same file can be picked again.
          target.value = '';
          passOn(files, { busy, onFiles });
        }}
      />
    </>
  );
}

function passOn(files: File[], { busy, onFiles }: Pick<FilePickerProps, 'busy' | 'onFiles'>): void {
  if (files.length === 0) return;
  if (busy) sayBusy();
  else onFiles(files);
}

function sayBusy(): void {
  toast({ description: 'No file was added. Please wait a moment and try again.', variant: 'destructive' });
}

function usePaste(take: (files: FileList | undefined) => void): void {
  const onPaste = useEffectEvent(({ clipboardData }: ClipboardEvent) => take(pastedFiles(clipboardData)));
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
}

/** Takes files that are dropped anywhere else on the page. */
function useDrop(take: (files: FileList | undefined) => void): void {
  const onDrag = useEffectEvent((event: DragEvent) => {
    // The place for them has taken them, or what is dragged is no file. A picture of a page is both a file and HTML.
    const types = event.dataTransfer?.types ?? [];
    if (event.defaultPrevented || !types.includes('Files') || types.includes('text/html')) return;
    event.preventDefault();
    if (event.type === 'drop') take(event.dataTransfer?.files);
  });
  useEffect(() => {
    const end = new AbortController();
    const listen = (event: DragEvent) => onDrag(event);
    for (const type of ['dragover', 'drop'] as const) document.addEventListener(type, listen, { signal: end.signal });
    return () => end.abort();
  }, []);
}
