import { loadEnv } from '../../config/env';
import { responseTargets } from './response-targets';

const targets = (setting: string): Record<string, number> =>
  Object.fromEntries(responseTargets(setting, ['question', 'price-list']).map(({ kind, hours }) => [kind, hours]));

it.each([
  ['24', { question: 24, 'price-list': 24 }],
  ['24,price-list=8', { question: 24, 'price-list': 8 }],
  ['question=4', { question: 4 }],
  ['24,question=0', { 'price-list': 24 }],
  ['0', {}],
  ['zebra=3', {}],
])('reads %s', (setting, expected) => {
  expect(targets(loadEnv({ RESPONSE_TARGET_HOURS: setting }).RESPONSE_TARGET_HOURS)).toEqual(expected);
});

it.each(['soon', '24h', 'question:4', '24,,8', '-1'])('refuses %s', (setting) => {
  expect(() => loadEnv({ RESPONSE_TARGET_HOURS: setting })).toThrow('RESPONSE_TARGET_HOURS must look like');
});
