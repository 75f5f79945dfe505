import { network } from '../../../http/budgets/client-network';
import { queueOf } from '../../../http/budgets/queued';
import type { Caller } from '../login-throttle';

/** Runs what hashes a password, by turns of addresses; accounts in known browsers do not wait for strangers. */
export class HashingQueue {
  run<T>(email: string, { address, browser }: Caller, task: () => Promise<T>): Promise<T> {
    return browser === null
      ? queueOf('signIns').run(network(address), task)
      : queueOf('knownSignIns').run(email.toLowerCase(), task);
  }
}
