// tty: reports whether the output is a terminal, and what it can show.
var validate = require('validate');
function checked(fd) { if (fd >> 0 !== fd || fd < 0) { throw require('errors').worded(RangeError, 'ERR_INVALID_FD', '"fd" must be a positive integer: %s', fd); } }
exports.isatty = function isatty(fd) { return Number.isInteger(fd) && fd >= 0 && fd <= 2147483647 && native.isTTY(fd); };
exports.ReadStream = function ReadStream(fd) { checked(fd); };
var WriteStream = exports.WriteStream = function WriteStream(fd) { checked(fd); };

// The colors, in bits, that terminals show, by their names and by what a name contains.
var known = {
  eterm: 4, cons25: 4, console: 4, cygwin: 4, dtterm: 4, gnome: 4, hurd: 4, jfbterm: 4, konsole: 4, kterm: 4, mlterm: 4, mosh: 24, putty: 4, st: 4,
  'rxvt-unicode-24bit': 24, terminator: 24, 'xterm-kitty': 24
};
var colored = /ansi|color|linux|direct|^con[0-9]*x[0-9]|^rxvt|^screen|^xterm|^vt100|^vt220/i;
var builders = { APPVEYOR: 8, BUILDKITE: 8, CIRCLECI: 24, DRONE: 8, GITEA_ACTIONS: 24, GITHUB_ACTIONS: 24, GITLAB_CI: 8, TRAVIS: 8 };
var forced = new Map([['', 4], ['1', 4], ['true', 4], ['2', 8], ['3', 24]]);
function ofBuilder(env) {
  var name = Object.keys(builders).find(function (k) { return k in env; });
  return name ? builders[name] : env.CI_NAME === 'codeship' ? 8 : 1;
}
function ofProgram(env) {
  switch (env.TERM_PROGRAM) {
    case 'iTerm.app': return !env.TERM_PROGRAM_VERSION || /^[0-2]\./.test(env.TERM_PROGRAM_VERSION) ? 8 : 24;
    case 'HyperTerm': case 'MacTerm': return 24;
    case 'Apple_Terminal': return 8;
  }
  return 0;
}
function ofTerminal(env) {
  if (env.COLORTERM === 'truecolor' || env.COLORTERM === '24bit') { return 24; }
  if (env.TERM) {
    if (/^xterm-256/.test(env.TERM)) { return 8; }
    var lower = env.TERM.toLowerCase();
    if (Object.hasOwn(known, lower)) { return known[lower]; }
    if (colored.test(lower)) { return 4; }
  }
  return env.COLORTERM ? 4 : 1;
}
WriteStream.prototype.getColorDepth = function getColorDepth(env = process.env) {
  if (env.FORCE_COLOR !== undefined) { return forced.get(env.FORCE_COLOR) || 1; }
  if (env.NODE_DISABLE_COLORS !== undefined || env.NO_COLOR !== undefined || env.TERM === 'dumb') { return 1; }
  if (process.platform === 'win32') { return 4; }
  if (env.TMUX) { return 8; }
  if (env.CI) { return ofBuilder(env); }
  if ('TEAMCITY_VERSION' in env) { return /^(9\.(0*[1-9]\d*)\.|\d{2,}\.)/.test(env.TEAMCITY_VERSION) ? 4 : 1; }
  return ofProgram(env) || ofTerminal(env);
};
WriteStream.prototype.hasColors = function hasColors(count, env) {
  if (env === undefined && (count === undefined || typeof count === 'object' && count !== null)) {
    env = count;
    count = 16;
  } else { validate.integer(count, 'count', 2); }
  return count <= Math.pow(2, this.getColorDepth(env));
};
