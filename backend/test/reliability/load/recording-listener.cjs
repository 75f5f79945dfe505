// Loaded before the built server: a subscription that records each change, and throws now and then.
const { appendFileSync } = require('node:fs');
const { Module } = require('@nestjs/common');
const { OnChange } = require('../../../dist/changes/subscriptions/on-change.js');
const { SubscriptionRunner } = require('../../../dist/changes/subscriptions/subscription-runner.js');
const { features } = require('../../../dist/modules.js');

let calls = 0;

class RecordingListener {
  async onUpdate({ cursor }) {
    if (++calls % 500 === 0) throw new Error('now and then');
    appendFileSync(process.env.TOLD, `${cursor}\n`);
    if (calls % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
OnChange('update')(
  RecordingListener.prototype,
  'onUpdate',
  Object.getOwnPropertyDescriptor(RecordingListener.prototype, 'onUpdate'),
);

class ListeningModule {}
Module({ providers: [RecordingListener] })(ListeningModule);
features.push(ListeningModule);

if (process.env.FAULT === 'commits before it delivers') {
  const { deliver } = SubscriptionRunner.prototype;
  SubscriptionRunner.prototype.deliver = async function (found, gone) {
    this.offset = found.at(-1)?.id ?? this.offset;
    await this.commitOffset();
    return deliver.call(this, found, gone);
  };
}
