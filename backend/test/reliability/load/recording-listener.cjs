/** Loaded before the built server: a listener that writes down what it is told, and throws now and then. */
const { appendFileSync } = require('node:fs');
require('../../../dist/packages.js');
const { Module } = require('@nestjs/common');
const { OnChange } = require('../../../dist/changes/subscriptions/on-change.js');
const { Teller } = require('../../../dist/changes/subscriptions/subscription-runner.js');
const { features } = require('../../../dist/modules.js');

let calls = 0;

class Listening {
  async hear({ cursor }) {
    if (++calls % 500 === 0) throw new Error('now and then');
    appendFileSync(process.env.TOLD, `${cursor}\n`);
    if (calls % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
OnChange('update')(Listening.prototype, 'hear', Object.getOwnPropertyDescriptor(Listening.prototype, 'hear'));

class ListeningModule {}
Module({ providers: [Listening] })(ListeningModule);
features.push(ListeningModule);

if (process.env.FAULT === 'notes before it tells') {
  const { tell } = Teller.prototype;
  Teller.prototype.tell = async function (found, gone) {
    this.position = found.at(-1)?.id ?? this.position;
    await this.note();
    return tell.call(this, found, gone);
  };
}
