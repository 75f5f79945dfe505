// In the place of an older build's main.js: every second process that starts is this build (NEW_MAIN), the others are its own.
const { mkdirSync } = require('node:fs');
const { join } = require('node:path');

const { NEW_MAIN, NEW_FAULT } = process.env;

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
else {
  if (NEW_FAULT) require(NEW_FAULT);
  require(NEW_MAIN);
}
