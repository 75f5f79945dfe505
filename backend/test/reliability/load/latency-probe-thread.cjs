/** Asks for something small again and again, and tells how long each took, in ms; in a thread of its own, so that only the server can be late. */
const { get, Agent } = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');

const { url, cookie, everyMs } = workerData;
const agent = new Agent({ keepAlive: true });

function ask() {
  const start = performance.now();
  const tell = (failure) => {
    parentPort.postMessage({ ms: performance.now() - start, failure });
    setTimeout(ask, everyMs);
  };
  get(url, { headers: { cookie }, agent }, (answer) => {
    let text = '';
    answer
      .setEncoding('utf8')
      .on('data', (part) => (text += part))
      .on('end', () => tell(answer.statusCode === 200 ? undefined : `${answer.statusCode} ${text}`));
  }).on('error', (error) => tell(error.message));
}
ask();
