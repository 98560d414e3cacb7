// parseargs: util.parseArgs, the options of a command line.
var errors = require('errors');
function typed(name, v, type) { if (typeof v !== type) { throw errors.argument(name, 'of type ' + type, v); } }
function listed(name, v) { if (!Array.isArray(v)) { throw errors.argument(name, 'an instance of Array', v); } }
function checkOption(name, o) {
  var path = 'options.' + name;
  if (o === null || typeof o !== 'object' || Array.isArray(o)) { throw errors.argument(path, 'of type object', o); }
  if (o.type !== 'string' && o.type !== 'boolean') { throw errors.argument(path + '.type', "('string|boolean')", o.type); }
  if (Object.hasOwn(o, 'short')) {
    typed(path + '.short', o.short, 'string');
    if (o.short.length !== 1) { throw errors.coded(TypeError, 'ERR_INVALID_ARG_VALUE', "The property '" + path + ".short' must be a single character. Received " + require('inspect')(o.short)); }
  }
  if (Object.hasOwn(o, 'multiple')) { typed(path + '.multiple', o.multiple, 'boolean'); }
  if (o.default === undefined) { return; }
  if (!o.multiple) { typed(path + '.default', o.default, o.type); return; }
  listed(path + '.default', o.default);
  o.default.forEach(function (v, i) { typed(path + '.default[' + i + ']', v, o.type); });
}
// tokensOf reads the arguments; shorts are the long names of letters.
function tokensOf(args, options, shorts, negative) {
  var tokens = [], queue = args.map(function (text, index) { return { text: text, index: index }; });
  function typeOf(name) { return Object.hasOwn(options, name) ? options[name].type : undefined; }
  function push(name, rawName, index, value, inline) { tokens.push({ kind: 'option', name: name, rawName: rawName, index: index, value: value, inlineValue: inline }); }
  function withNext(name, rawName, index) {
    if (queue.length && !queue[0].expanded) { push(name, rawName, index, queue.shift().text, false); } else { push(name, rawName, index, undefined, undefined); }
  }
  while (queue.length) {
    var item = queue.shift(), text = item.text, index = item.index, name;
    if (text === '--' && !item.expanded) {
      tokens.push({ kind: 'option-terminator', index: index });
      queue.forEach(function (rest) { tokens.push({ kind: 'positional', index: rest.index, value: rest.text }); });
      break;
    }
    if (/^-[^-]$/u.test(text)) {
      name = shorts.get(text[1]) || text[1];
      if (typeOf(name) === 'string') { withNext(name, text, index); } else { push(name, text, index, undefined, undefined); }
    } else if (/^-[^-]/.test(text)) {
      name = shorts.get(text[1]);
      if (name !== undefined && typeOf(name) === 'string') { push(name, '-' + text[1], index, text.slice(2), true); continue; }
      queue = expand(text, index, shorts, typeOf).concat(queue);
    } else if (/^--[^]/.test(text)) {
      var at = text.indexOf('=', 3);
      if (at >= 0) { push(text.slice(2, at), text.slice(0, at), index, text.slice(at + 1), true); continue; }
      name = text.slice(2);
      if (negative && name.indexOf('no-') === 0 && typeOf(name.slice(3)) === 'boolean') { push(name, text, index, undefined, undefined); } else if (typeOf(name) === 'string') { withNext(name, text, index); } else { push(name, text, index, undefined, undefined); }
    } else { tokens.push({ kind: 'positional', index: index, value: text }); }
  }
  return tokens;
}
// expand takes -abc apart; one that takes a value takes what follows it.
function expand(text, index, shorts, typeOf) {
  var out = [];
  for (var i = 1; i < text.length; i++) {
    var name = shorts.get(text[i]);
    if (i < text.length - 1 && name !== undefined && typeOf(name) === 'string') {
      out.push({ text: '-' + text.slice(i), index: index, expanded: true });
      return out;
    }
    out.push({ text: '-' + text[i], index: index, expanded: true });
  }
  if (out.length) { delete out[0].expanded; }
  return out;
}
function wrong(message) { return errors.coded(TypeError, 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE', message); }
function checkToken(token, options, positionals) {
  var o = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
  if (o === undefined) {
    var hint = positionals ? ". To specify a positional argument starting with a '-', place it at the end of the command after '--', as in '-- " + JSON.stringify(token.rawName) : '';
    throw errors.coded(TypeError, 'ERR_PARSE_ARGS_UNKNOWN_OPTION', "Unknown option '" + token.rawName + "'" + hint);
  }
  var label = (o.short ? '-' + o.short + ', ' : '') + '--' + token.name;
  if (o.type === 'string' && typeof token.value !== 'string') { throw wrong("Option '" + label + " <value>' argument missing"); }
  if (o.type === 'boolean' && token.value !== undefined) { throw wrong("Option '" + label + "' does not take an argument"); }
  if (!token.inlineValue && typeof token.value === 'string' && token.value.length > 1 && token.value[0] === '-') {
    var short = token.rawName.indexOf('--') !== 0;
    throw wrong("Option '" + token.rawName + "' argument is ambiguous.\nDid you forget to specify the option argument for '" + token.rawName + "'?\nTo specify an option argument starting with a dash use " +
      (short ? "'--" + token.name + "=-XYZ' or '" + token.rawName + "-XYZ'." : "'" + token.rawName + "=-XYZ'."));
  }
}
module.exports = function parseArgs(config) {
  if (config === undefined) { config = {}; } else if (config === null) { Object.keys(config); }
  // given is a setting that is there: null is as good as none.
  function given(name, usual) { return config[name] === undefined || config[name] === null ? usual : config[name]; }
  var args = given('args', process.argv.slice(2)), strict = given('strict', true), positionals = given('allowPositionals', !strict), options = given('options', {});
  var negative = given('allowNegative', false), shown = given('tokens', false);
  listed('args', args);
  typed('strict', strict, 'boolean');
  typed('allowPositionals', positionals, 'boolean');
  typed('tokens', shown, 'boolean');
  typed('allowNegative', negative, 'boolean');
  if (options === null || typeof options !== 'object' || Array.isArray(options)) { throw errors.argument('options', 'of type object', options); }
  var shorts = new Map();
  Object.keys(options).forEach(function (name) {
    checkOption(name, options[name]);
    if (options[name].short) { shorts.set(options[name].short, name); }
  });
  var result = { values: Object.create(null), positionals: [] }, tokens = tokensOf(args, options, shorts, negative);
  if (shown) { result.tokens = tokens; }
  tokens.forEach(function (token) {
    if (token.kind === 'option') { store(token, result.values); }
    if (token.kind === 'positional') {
      if (!positionals) { throw errors.coded(TypeError, 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL', "Unexpected argument '" + token.value + "'. This command does not take positional arguments"); }
      result.positionals.push(token.value);
    }
  });
  Object.keys(options).forEach(function (name) {
    if (options[name].default !== undefined && !Object.hasOwn(result.values, name)) { result.values[name] = options[name].default; }
  });
  return result;

  function store(token, values) {
    var plain = token.name.indexOf('no-') === 0 ? token.name.slice(3) : '';
    var negated = negative && plain !== '' && (strict || token.value === undefined) && (!strict || Object.hasOwn(options, plain) && options[plain].type === 'boolean');
    if (negated) { token.name = plain; }
    if (strict) { checkToken(token, options, positionals); }
    if (token.name === '__proto__') { return; }
    var v = token.value === undefined ? !negated : token.value;
    if (Object.hasOwn(options, token.name) && options[token.name].multiple) { (values[token.name] = values[token.name] || []).push(v); } else { values[token.name] = v; }
  }
};
