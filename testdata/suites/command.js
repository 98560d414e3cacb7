// Stands for the command `sails` in the tests: runs the command of the side that is asked. Projects that
// tests merely need (`new --fast`) are made by Sails on both sides.
'use strict';
const { spawnSync } = require('child_process');
const path = require('path');

const args = process.argv.slice(2);
const genuine = process.env.SUITES_SIDE === 'sails' || args[0] === 'new' && args.includes('--fast');
const { status, signal } = genuine ?
  spawnSync(process.execPath, [path.join(process.env.SUITES_SUITE, 'bin/sails.js'), ...args], { stdio: 'inherit' }) :
  spawnSync(process.env.SUITES_SERVER, args, { stdio: 'inherit' });
process.exit(signal ? 1 : status);
