/**
 * A thread of `workbook.mjs` that ends the process where its workbook takes too much memory or processor time. Reading holds
 * up the timers of its own thread.
 */
import process from 'node:process';
import { workerData } from 'node:worker_threads';

const CHECK_INTERVAL_MS = 20;
const { maxMemoryBytes, maxCpuMs } = workerData;
const atStart = process.cpuUsage();

setInterval(() => {
  const { user, system } = process.cpuUsage(atStart);
  const isOver = process.memoryUsage.rss() > maxMemoryBytes || user + system > maxCpuMs * 1000;
  if (isOver) process.kill(process.pid, 'SIGKILL');
}, CHECK_INTERVAL_MS);
