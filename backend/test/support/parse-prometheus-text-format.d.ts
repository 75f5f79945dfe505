declare module 'parse-prometheus-text-format' {
  /** A metric with all its samples. */
  export interface Family {
    name: string;
    help: string;
    type: string;
    metrics: { value?: string; labels?: Record<string, string> }[];
  }

  /** Reads the text format of Prometheus. */
  export default function parse(text: string): Family[];
}
