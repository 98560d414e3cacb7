// Stands for the command `sails` in the tests: runs the command of the side that is asked. Projects that
// tests merely need (`new`) are made by Sails on both sides.
'use strict';
const { spawn } = require('child_process');
const path = require('path');

const args = process.argv.slice(2);
const genuine = process.env.SUITES_SIDE === 'sails' || args[0] === 'new' && !/new\.test\.js/.test(process.env.SUITES_RESULTS);
const child = genuine ?
  spawn(process.env.SUITES_NODE, [path.join(process.env.SUITES_SUITE, 'bin/sails.js'), ...args], { stdio: 'inherit' }) :
  spawn(process.env.SUITES_SERVER, args, { stdio: 'inherit' });
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => child.kill(name));
child.on('exit', (status, signal) => process.exit(signal ? 1 : status));
