import { isDeepStrictEqual } from 'node:util';
import { randomUUID } from 'node:crypto';
import { Connection, requestText } from './client.mjs';

const CREATE = {
  method: 'POST',
  path: '/api/customer-questions',
  body: {
    title: 'Does the brake disc Maronda fit a Golf VII? ({value})',
    description:
      'The catalogue says 280 mm, my old one measures 288 mm. Please answer before the weekend, my order is {value}.',
  },
};

/** No word of it can be a code, so none is looked up. */
const WITHOUT_NUMBER =
  'The catalogue says so, but my old one looks a little larger. Please answer before the weekend, I want to order today.';

/**
 * What is measured: the calls of one operation, with `{value}` from the list that `values` names, and the limit: at most so many
 * times the floor's CPU at 1 connection.
 */
export const operations = [
  {
    name: 'product by id',
    values: 'products',
    calls: [{ path: '/api/products/{value}?images=url' }],
    maxCpu: 2.5,
  },
  {
    name: 'question with responses',
    values: 'questions',
    calls: [{ path: '/api/customer-questions/{value}' }, { path: '/api/customer-questions/{value}/responses' }],
    maxCpu: 2.5,
  },
  { name: 'list, newest 50', calls: [{ path: '/api/products?limit=50&images=url' }], maxCpu: 1.8 },
  { name: 'list of 1,000', calls: [{ path: '/api/updates' }], maxCpu: 1.3 },
  {
    name: 'search, few hits',
    values: 'few',
    calls: [{ path: '/api/products/search?q={value}&limit=50&images=url' }],
    maxCpu: 1.8,
  },
  {
    name: 'search, many hits',
    values: 'many',
    calls: [{ path: '/api/products/search?q={value}&limit=50&images=url' }],
    maxCpu: 1.8,
  },
  {
    name: 'search, 2 letters',
    values: 'pairs',
    calls: [{ path: '/api/products/search?q={value}&limit=50&images=url' }],
    maxCpu: 0.15,
  },
  { name: 'the four counts', calls: [{ path: '/api/statistics' }], maxCpu: 0.15 },
  { name: 'create a question', calls: [CREATE], status: 201, maxCpu: 4 },
  {
    name: 'create, without a number',
    calls: [{ ...CREATE, body: { title: 'Does the brake disc Maronda fit my car?', description: WITHOUT_NUMBER } }],
    status: 201,
    maxCpu: 4,
  },
  {
    name: 'create, naming a product',
    values: 'skus',
    calls: [{ ...CREATE, body: { ...CREATE.body, title: 'Does the brake disc {value} fit a Golf VII?' } }],
    status: 201,
    maxCpu: 6,
  },
  {
    name: 'create, with a key',
    calls: [{ ...CREATE, headers: { 'Idempotency-Key': '{uuid}' } }],
    status: 201,
    maxCpu: 4.5,
  },
];

/** The texts of an operation's requests for the n-th time, as this target wants them. */
export function requestsOf(operation, target, data, number) {
  const list = data[operation.values];
  const value = list ? list[number % list.length] : number;
  const calls = target.calls?.[operation.name] ?? operation.calls;
  return calls.map(({ method, path, headers, body }) => {
    const filled = body && JSON.parse(JSON.stringify(body).replaceAll('{value}', value));
    const key = headers && JSON.parse(JSON.stringify(headers).replaceAll('{uuid}', randomUUID()));
    return requestText({
      method,
      path: path.replaceAll('{value}', encodeURIComponent(value)),
      headers: { ...target.headers, ...key },
      body: filled,
    });
  });
}

/** Throws where the app and the floor do not answer the same, but for the number and the time of what is new. */
export async function checkSame(targets, data) {
  const [app, floor] = ['app', 'floor'].map((name) => targets.find((target) => target.name === name));
  const connections = [app, floor].map(({ port }) => new Connection(port));
  for (const operation of operations) {
    for (let number = 0; number < 5; number++) {
      const [one, other] = await Promise.all(
        [app, floor].map((target, index) => answersOf(connections[index], requestsOf(operation, target, data, number))),
      );
      if (!isDeepStrictEqual(one, other))
        throw new Error(
          `${operation.name}: the app answers ${JSON.stringify(one).slice(0, 600)}\nand the floor ${JSON.stringify(other).slice(0, 600)}`,
        );
    }
  }
  connections.forEach((connection) => connection.close());
}

async function answersOf(connection, requests) {
  const answers = [];
  for (const request of requests) {
    const answer = await connection.send(request);
    answers.push({
      status: answer.status,
      body: answer.status === 201 ? { ...answer.json(), id: 0, createdAt: '' } : answer.json(),
    });
  }
  return answers;
}
