import { Button } from 'antd';

interface ExportButtonProps {
  /** Of what the list shows. */
  url: string;
  /** What the records are called, such as `products`. */
  things: string;
}

/** Downloads what a list shows as a file, all its pages. */
export function ExportButton({ url, things }: ExportButtonProps) {
  return (
    <Button type="text" href={url} download title={`Download these ${things} as CSV`}>
      Export
    </Button>
  );
}
