/**
 * A receiver of webhooks with nothing but Node:
 *   WEBHOOK_SECRET=whsec_… PORT=8080 node docs/samples/webhook-receiver.mjs
 * To try it on your own machine, start the app with WEBHOOK_TARGETS=any: otherwise it posts only to public addresses that
 * start with https://. The secret is in the answer to POST /api/webhooks.
 * It believes only what is signed with the secret, now, and does each delivery once.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const MAX_AGE_SECONDS = 300;
const MAX_BYTES = 32 * 1024 * 1024;

/** Whether a body was signed with the secret, at most five minutes ago. */
export function isGenuine({ secret, signature, body, now = Date.now() }) {
  const [, seconds, given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? [];
  if (!given) return false;
  const expected = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
  // In constant time: how far a guess is right must not show.
  return (
    timingSafeEqual(expected, Buffer.from(given, 'hex')) && Math.abs(now / 1000 - Number(seconds)) <= MAX_AGE_SECONDS
  );
}

/** A server that hands every delivery to `onDelivery` once; what that throws is tried again by the sender. */
export function createReceiver({ secret, onDelivery }) {
  // With an empty secret anybody could sign.
  if (!/^whsec_./.test(secret ?? '')) throw new TypeError('The secret of the webhook must begin with whsec_');
  // Yours belongs into a table, written in the transaction of what you do with the changes, and kept for some days.
  const done = new Map();
  return createServer((request, response) => {
    const answer = (status) => response.writeHead(status).end();
    read(request)
      .then(
        async (body) => {
          if (request.method !== 'POST') return answer(405);
          if (!isGenuine({ secret, signature: request.headers['webhook-signature'], body })) return answer(401);
          // From the body, which is signed; the header of the same name is not.
          const delivery = JSON.parse(body.toString());
          if (!done.has(delivery.delivery))
            done.set(
              delivery.delivery,
              Promise.resolve().then(() => onDelivery(delivery)),
            );
          try {
            await done.get(delivery.delivery);
          } catch (error) {
            done.delete(delivery.delivery);
            throw error;
          }
          answer(204);
        },
        () => request.destroy(),
      )
      .catch((error) => {
        console.error(error);
        answer(500);
      });
  });
}

async function read(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const onDelivery = ({ changes }) => {
    for (const { at, userEmail, operation, kind, recordId } of changes)
      console.log(`${at} ${userEmail ?? 'somebody'}: ${operation} ${kind} ${recordId}`);
  };
  createReceiver({ secret: process.env.WEBHOOK_SECRET, onDelivery }).listen(
    Number(process.env.PORT ?? 8080),
    '127.0.0.1',
  );
}
