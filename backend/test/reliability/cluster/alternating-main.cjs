// In the place of an older build's main.js: every second process that starts is this build, the others are its own.
const { mkdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

/** Which process this is, counted from 0; making a folder succeeds for one of them alone. */
function myTurn() {
  for (let turn = 0; ; turn++)
    try {
      mkdirSync(join(__dirname, `turn-${turn}`));
      return turn;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
}

if (myTurn() % 2 === 0) require('./own-main.js');
else for (const file of JSON.parse(readFileSync(join(__dirname, 'newer.json'), 'utf8'))) require(file);
