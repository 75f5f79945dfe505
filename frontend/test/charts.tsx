/** Stands in for the chart library: shows the data it was given. */
export function Column({ data }: { data: { kind: string; count: number }[] }) {
  return <div data-testid="chart">{data.map(({ kind, count }) => `${kind}=${count}`).join(' ')}</div>;
}
