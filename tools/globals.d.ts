/** What the benchmarks keep in the page. */
interface Window {
  bench: any;
}

interface PerformanceObserverInit {
  durationThreshold?: number;
}
