// Calls of functions made of definitions. Evaluates to function(machine,
// inspect), which returns a promise of lines: what each call gave.
(function (machine, inspect) {
  'use strict';
  const build = function (def, more) {
    return machine.buildWithCustomUsage(Object.assign({ def: def, arginStyle: 'serial', execStyle: 'natural', implementationSniffingTactic: 'analogOrClassical' }, more));
  };
  const rows = [];
  const row = function (name, fn) { rows.push([name, fn]); };
  const show = function (v) { return inspect(v, { depth: 5, breakLength: Infinity }).replace(/\s*\n\s*/g, ' '); };
  const describe = function (e) {
    if (!(e instanceof Error)) { return 'thrown ' + show(e); }
    const out = { name: e.name };
    ['code', 'exit', 'problems'].forEach(function (k) { if (e[k] !== undefined) { out[k] = e[k]; } });
    if (e.raw !== undefined) { out.raw = e.raw instanceof Error ? e.raw.name : Array.isArray(e.raw) ? e.raw.length : e.raw; }
    return 'failed ' + show(out);
  };

  // Every way to leave a function.
  const leave = build({
    identity: 'leave', inputs: { how: { type: 'string' } },
    exits: { nope: { description: 'Nope.' }, plain: {} },
    fn: async function (inputs, exits) {
      switch (inputs.how) {
        case 'named': throw 'nope';
        case 'data': throw { nope: { why: 1 } };
        case 'inner': throw { nope: new Error('inner') };
        case 'unknown': throw 'other';
        case 'unknown object': throw { other: 1 };
        case 'two members': throw { nope: 1, plain: 2 };
        case 'error': throw new Error('bang');
        case 'type error': { const e = new TypeError('ty'); e.code = 'E_X'; throw e; }
        case 'number': throw 5;
        case 'nothing': throw undefined;
        case 'success signal': throw 'success';
        case 'exit': return exits.nope('data');
        case 'exit error text': return exits.error('text');
        case 'exit error': return exits.error(new RangeError('x'));
        case 'envelope': return exits.success(await leave('named').intercept('nope', 'plain'));
        case 'envelope data': return exits.success(await leave('named').intercept('nope', function () { return { plain: { a: 1 } }; }));
        case 'propagate': return exits.success(await leave('named'));
        case 'propagate usage': return exits.success(await leave({}));
        case 'propagate error': return exits.success(await leave('type error'));
      }
      return exits.success(inputs);
    }
  });
  ['fine', 'named', 'data', 'inner', 'unknown', 'unknown object', 'two members', 'error', 'type error', 'number', 'nothing', 'success signal', 'exit',
    'exit error text', 'exit error', 'envelope', 'envelope data', 'propagate', 'propagate usage', 'propagate error'].forEach(function (how) {
    row('leave ' + how, function () { return leave(how); });
  });
  const classical = build({
    identity: 'classical', inputs: { how: { type: 'string' } }, exits: { nope: {} },
    fn: function ({ how }) {
      if (how === 'throw') { throw 'nope'; }
      if (how === 'data') { throw { nope: [1] }; }
      return how === 'promise' ? Promise.resolve('late') : [how, arguments.length];
    }
  });
  ['value', 'promise', 'throw', 'data'].forEach(function (how) { row('classical ' + how, function () { return classical(how); }); });
  row('exits of an async function', function () { return build({ identity: 'x', fn: async function (inputs, exits) { setTimeout(function () { exits.success('timer'); }, 1); } })(); });
  row('exits called itself', function () { return build({ identity: 'x', fn: function (inputs, exits) { exits(null, 1); } })(); });
  row('an exit that is none', function () { return build({ identity: 'x', fn: function (inputs, exits) { exits.other(); } })(); });

  // Types and rules.
  const types = ['string', 'number', 'boolean', 'json', 'ref', {}, ['string'], ['number'], ['ref'], { a: 'number', b: { c: 'string' } }, [{ a: 'number' }], [['number']]];
  const values = { text: 'abc', empty: '', five: '5', decimal: '-3.5', exponent: '5e3', padded: ' 5 ', 'true': 'true', 'text one': '1', zero: 0, one: 1, float: -2.5,
    yes: true, no: false, none: null, NaN: NaN, infinite: Infinity, date: new Date(0), expression: /re/, list: [], mixed: ['a', 1, null, undefined, {}], object: {},
    members: { a: 1, b: { c: 'q', d: 1 }, e: undefined, f: new Date(0), g: NaN }, wrong: { a: 'x', b: {} }, nested: [{ a: 'x' }, {}], lists: [[1, 'x']] };
  types.forEach(function (type) {
    const f = build({ identity: 'f', inputs: { v: { type: type } }, fn: async function (inputs) { return inputs.v; } });
    Object.keys(values).forEach(function (name) { row('type ' + show(type) + ' of ' + name, function () { return f(values[name]); }); });
  });
  [
    [{ type: 'string', required: true }, ['x', '', null, undefined]], [{ type: 'json', required: true }, [null, '', undefined, 0]],
    [{ type: 'string', allowNull: true }, [null, '']], [{ type: 'string', defaultsTo: 'd' }, [undefined, '', 'x']],
    [{ type: 'json', defaultsTo: { a: [1] } }, [undefined]], [{ type: 'ref', defaultsTo: null }, [undefined]],
    [{ type: 'string', isIn: ['a', 'b'] }, ['a', 'c', '']], [{ type: 'string', isNotIn: ['a'] }, ['a', 'c']],
    [{ type: 'string', isEmail: true }, ['a@example.com', 'a', 'a@b', 'a@example']], [{ type: 'string', isURL: true }, ['http://localhost:1337', 'example.com', 'localhost', 'a b']],
    [{ type: 'string', isIP: true }, ['::1', '1.2.3.4', '1.2.3']], [{ type: 'string', isUUID: true }, ['x', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11']],
    [{ type: 'string', isHexColor: true }, ['#fff', 'fff', 'zz']], [{ type: 'string', isCreditCard: true }, ['4111111111111111', '4111111111111112']],
    [{ type: 'number', isInteger: true }, [3, 3.5]], [{ type: 'number', min: 2, max: 4 }, [1, 3, 5]], [{ type: 'string', minLength: 2 }, ['', 'a', 'ab']],
    [{ type: 'string', regex: /^y/ }, ['x', 'yx']], [{ type: 'string', isNotEmptyString: true }, ['', 'x']],
    [{ type: 'ref', custom: function (v) { return v === 'x'; } }, ['x', 'y', 3]], [{ type: 'number', custom: function () { throw new Error('cc'); } }, [1]],
    [{ type: 'json', isBoolean: true }, [true, 'x']], [{ type: 'ref', isAfter: 1000 }, [new Date(2000), new Date(500), 500]], [{ type: 'ref', required: true }, [null, '', 0]]
  ].forEach(function (each) {
    const f = build({ identity: 'f', inputs: { v: each[0] }, fn: async function (inputs) { return inputs; } });
    each[1].forEach(function (v) { row('input ' + show(each[0]) + ' of ' + show(v), function () { return f(v); }); });
  });
  row('many problems', function () {
    return build({ identity: 'f', inputs: { a: { type: 'string', required: true }, b: { type: 'number' }, c: { type: ['string'] } }, fn: async function () {} }).with({ b: 'x', c: 'y' });
  });

  // Definitions.
  const f = async function () {};
  const definitions = {
    'no fn': { identity: 'x' }, 'no name': { fn: f }, 'inputs as a list': { identity: 'x', inputs: [], fn: f }, 'no type': { identity: 'x', inputs: { a: {} }, fn: f },
    'input as text': { identity: 'x', inputs: { a: 'string' }, fn: f }, 'required with default': { identity: 'x', inputs: { a: { type: 'string', required: true, defaultsTo: 'x' } }, fn: f },
    'default of another type': { identity: 'x', inputs: { a: { type: 'number', defaultsTo: 'x' } }, fn: f }, 'null as default': { identity: 'x', inputs: { a: { type: 'number', defaultsTo: null } }, fn: f },
    'exits as a list': { identity: 'x', exits: [], fn: f }, 'exit as text': { identity: 'x', exits: { a: 's' }, fn: f }, 'name of an input': { identity: 'x', inputs: { 'a-b': { type: 'string' } }, fn: f },
    'name of an exit': { identity: 'x', exits: { 'a-b': {} }, fn: f }, 'unknown rule': { identity: 'x', inputs: { a: { type: 'string', isOdd: true } }, fn: f },
    'rule of another type': { identity: 'x', inputs: { a: { type: 'number', minLength: 3 } }, fn: f }, 'isIn as text': { identity: 'x', inputs: { a: { type: 'string', isIn: 'q' } }, fn: f },
    'sync and async': { identity: 'x', sync: true, fn: f }, 'sync as text': { identity: 'x', sync: 'y', fn: f }, 'timeout': { identity: 'x', timeout: -1, fn: f },
    'example alone': { identity: 'x', inputs: { a: { example: 's' } }, fn: f }, 'required as text': { identity: 'x', inputs: { a: { type: 'string', required: 's' } }, fn: f }, 'nothing else': { friendlyName: 'Do A Thing', fn: f }
  };
  Object.keys(definitions).forEach(function (name) { row('definition: ' + name, function () { return String(build(definitions[name])); }); });

  // Chains.
  const chains = {
    'intercept with a function': function (d) { return d.intercept('nope', function (e) { return new RangeError('I: ' + e.code); }); },
    'intercept with an exit': function (d) { return d.intercept('nope', 'other'); },
    'intercept a list': function (d) { return d.intercept(['plain', 'nope'], function () { return 'q'; }); },
    'intercept all': function (d) { return d.intercept(function (e) { return new RangeError(e.code); }); },
    'intercept another': function (d) { return d.intercept('plain', 'q'); },
    'intercept an object': function (d) { return d.intercept({ name: 'Exception' }, 'q'); },
    'intercept without a function': function (d) { return d.intercept(); },
    'intercept that throws': function (d) { return d.intercept('nope', function () { throw new Error('ht'); }); },
    'intercept that returns nothing': function (d) { return d.intercept('nope', function () {}); },
    'the first counts': function (d) { return d.intercept('nope', 'a').intercept('nope', 'b').tolerate('nope', function () { return 7; }); },
    'tolerate before intercept': function (d) { return d.tolerate('nope', function () { return 7; }).intercept('nope', 'b'); },
    'tolerate': function (d) { return d.tolerate('nope'); },
    'tolerate with a function': function (d) { return d.tolerate('nope', function (e) { return [e.code, e.raw]; }); },
    'tolerate with an async function': function (d) { return d.tolerate('nope', async function () { return 'x'; }); },
    'tolerate everything': function (d) { return d.tolerate(); },
    'tolerate everything with a function': function (d) { return d.tolerate(function (e) { return e.name; }); },
    'catch': function (d) { return d.catch(function (e) { return ['c', e.code]; }); },
    'catch an object': function (d) { return d.catch({ code: 'nope' }, function (e) { return ['c', e.code]; }); },
    'exec': function (d) { return new Promise(function (resolve) { d.exec(function (e, v) { resolve([e && e.code, v]); }); }); },
    'exec without a function': function (d) { return d.exec(); },
    'switch': function (d) { return new Promise(function (resolve) { d.switch({ success: resolve, nope: function (v) { resolve(['nope', v]); }, error: resolve }); }); },
    'switch to error': function (d) { return new Promise(function (resolve) { d.switch({ success: resolve, error: function (e) { resolve(['error', e.code]); } }); }); },
    'switch without error': function (d) { return d.switch({ success: function () {} }); },
    'now': function (d) { return d.now(); }
  };
  Object.keys(chains).forEach(function (name) { row('chain: ' + name, function () { return chains[name](leave('data')); }); });
  row('meta', function () { return build({ identity: 'x', fn: async function () { return this; } })().meta({ a: 1 }); });
  row('timeout', function () { return build({ identity: 'x', fn: function (inputs, exits) { setTimeout(exits.success, 60000).unref(); } })().timeout(5); });
  row('timeout tolerated', function () {
    return build({ identity: 'x', fn: function (inputs, exits) { setTimeout(exits.success, 60000).unref(); } })().timeout(5).tolerate({ name: 'TimeoutError' }, function () { return 'late'; });
  });
  row('retry', async function () {
    let n = 0;
    const g = build({ identity: 'x', exits: { busy: {} }, fn: async function () { n++; if (n < 3) { throw 'busy'; } return n; } });
    return g().retry('busy', [1, 1]);
  });
  row('retry in vain', async function () {
    let n = 0;
    const g = build({ identity: 'x', exits: { busy: {} }, fn: async function () { n++; throw 'busy'; } });
    return [await g().retry('busy', [1, 1]).tolerate('busy', function (e) { return [e.code, e.raw.length]; }), n];
  });
  row('retry another', async function () {
    let n = 0;
    const g = build({ identity: 'x', exits: { busy: {} }, fn: async function () { n++; throw 'busy'; } });
    return [await g().retry('other', [1, 1]).tolerate('busy', function (e) { return e.code; }), n];
  });
  row('awaited twice', async function () {
    let n = 0;
    const d = build({ identity: 'x', fn: async function () { return ++n; } })();
    return [await d, await d];
  });

  // Styles.
  const twice = { identity: 'twice', sync: true, inputs: { n: { type: 'number', required: true } }, exits: { odd: {} }, fn: function (inputs, exits) {
    if (inputs.n === 7) { throw 'odd'; }
    if (inputs.n === 8) { throw new RangeError('eight'); }
    if (inputs.n === 9) { return exits.odd(3); }
    if (inputs.n === 10) { return undefined; }
    return exits.success(inputs.n * 2);
  } };
  [4, 7, 8, 9, 10, 'x', undefined].forEach(function (n) { row('sync ' + n, function () { return build(twice)(n); }); });
  row('sync named', function () { return build(twice).with({ n: 4 }); });
  row('sync deferred', function () { return build(twice, { execStyle: 'deferred' })(4).now(); });
  row('sync promise', function () { return build({ identity: 'x', sync: true, fn: function (inputs) { return 5; } })(); });
  row('named', function () { return build({ identity: 'x', inputs: { a: { type: 'number' } }, fn: async function (i) { return i; } }, { arginStyle: 'named' })({ a: 4 }); });
  row('immediate', function () { return build({ identity: 'x', inputs: { a: { type: 'number' } }, fn: async function (i) { return i; } }, { execStyle: 'immediate' })(4); });
  row('with nothing', function () { return build({ identity: 'x', fn: async function (i) { return i; } }).with(); });
  row('with a text', function () { return build({ identity: 'x', fn: async function (i) { return i; } }).with('x'); });
  row('args in another order', function () { return build({ identity: 'x', args: ['b', 'a'], inputs: { a: { type: 'number' }, b: { type: 'number' } }, fn: async function (i) { return [i.a, i.b]; } })(1, 2); });
  row('args with the rest', function () { return build({ identity: 'x', args: ['a', '{*}'], inputs: { a: { type: 'number' }, b: { type: 'number' } }, fn: async function (i) { return i; } })(1, { b: 2 }); });
  row('too many args', function () { return build({ identity: 'x', inputs: { a: { type: 'number' } }, fn: async function (i) { return i; } })(1, 2).tolerate(function () {}); });
  row('machine()', function () { return machine({ identity: 'x', sync: true, inputs: { a: { example: 'x' } }, fn: function (inputs, exits) { return exits.success(inputs.a); } })({ a: 'z' }).now(); });
  row('pack', function () { return Object.keys(machine.pack({ name: 'p', defs: { 'do-it': { description: 'x', fn: f }, 'be': { description: 'y', fn: f } } })); });
  row('method name', function () { return ['do-it', 'doIt', 'http-get-2', 'a'].map(machine.getMethodName); });

  return (async function () {
    const lines = [];
    for (const each of rows) {
      let got;
      try { got = 'gave ' + show(await each[1]()); } catch (e) { got = describe(e); }
      lines.push(each[0] + ' => ' + got);
    }
    return lines;
  })();
})
