/** The value below which the given share of the values lies (nearest rank). */
export function percentile(values, share) {
  const sorted = ascending(values);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

export function median(values) {
  const sorted = ascending(values);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function ascending(values) {
  return [...values].sort((a, b) => a - b);
}

/**
 * Medians of rounds that were run in turns: of a target, and of its ratios to the floor of the same round. `AtBest` is the ratio that at
 * most a quarter of the rounds are better than.
 */
export function summary(rounds, target) {
  const all = (figure) => rounds.map((round) => figure(round[target], round.floor));
  const middle = (figure) => median(all(figure));
  const cpuRatio = (one, floor) => one.cpu / floor.cpu;
  const speedRatio = (one, floor) => one.perSecond / floor.perSecond;
  return {
    perSecond: middle((one) => one.perSecond),
    p50: middle((one) => one.p50),
    p99: middle((one) => one.p99),
    cpu: middle((one) => one.cpu),
    cpuRatio: middle(cpuRatio),
    cpuAtBest: ascending(all(cpuRatio))[Math.floor(rounds.length / 4)],
    speedRatio: middle(speedRatio),
    speedAtBest: percentile(all(speedRatio), 0.75),
  };
}

/**
 * What is worse in the later result by more than the allowed share, and worse at all in three quarters of its rounds: CPU and throughput
 * in relation to the floor. And operations that are gone.
 */
export function regressions(before, after, allowed = 0.1) {
  return before.operations.flatMap(({ operation, connections, app }) => {
    const now = after.operations.find((one) => one.operation === operation && one.connections === connections)?.app;
    const name = `${operation}, ${connections} at once`;
    if (!now) return [`${name}: not measured any more`];
    const found = [];
    if (now.cpuRatio > app.cpuRatio * (1 + allowed) && now.cpuAtBest > app.cpuRatio)
      found.push(`${name}: CPU ${app.cpuRatio.toFixed(2)} -> ${now.cpuRatio.toFixed(2)} times`);
    if (connections > 1 && now.speedRatio < app.speedRatio / (1 + allowed) && now.speedAtBest < app.speedRatio)
      found.push(`${name}: throughput ${app.speedRatio.toFixed(2)} -> ${now.speedRatio.toFixed(2)} times`);
    return found;
  });
}

/** A table in Markdown; numbers are written with as many digits as they are worth. */
export function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(written).join(' | ')} |`).join('\n');
}

function written(cell) {
  if (typeof cell !== 'number') return cell ?? '';
  return cell >= 100 ? String(Math.round(cell)) : cell.toFixed(cell >= 10 ? 1 : 2);
}
