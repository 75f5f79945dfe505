// Our own balancer, in a thread of its own: a test that is busy holds nobody up. It hands on what comes as it comes, to the next
// process in turn, and adds nothing: to the app it looks as if there were no balancer.
const { createServer, request: send } = require('node:http');
const { pipeline } = require('node:stream');
const { parentPort, workerData: urls } = require('node:worker_threads');

/** Headers that are about one connection, not about the message. */
const OF_CONNECTION = /^(connection|keep-alive)$/i;
/** Headers as Node has them raw, name and value in turn. */
const ofMessage = (raw) => raw.filter((_text, index) => !OF_CONNECTION.test(raw[index - (index % 2)]));

let turn = 0;

function pass(request, response) {
  const { hostname, port } = new URL(urls[turn++ % urls.length]);
  const headers = ofMessage(request.rawHeaders);
  // Of a POST that says nothing of a body Node would make one in pieces.
  if (!('content-length' in request.headers || 'transfer-encoding' in request.headers))
    headers.push('Content-Length', '0');
  const onward = send({ hostname, port, method: request.method, path: request.url, headers, agent: false });
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode, answer.statusMessage, ofMessage(answer.rawHeaders));
    response.flushHeaders();
    pipeline(answer, response, () => undefined);
  });
  // When one side ends, the other side ends too.
  onward.on('error', () => response.destroy());
  response.on('close', () => response.writableFinished || onward.destroy());
  onward.flushHeaders();
  request.pipe(onward);
}

const server = createServer({ requestTimeout: 0, keepAliveTimeout: 75_000 }, pass);
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
