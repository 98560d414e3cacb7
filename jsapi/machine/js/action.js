// Makes actions function(req, res) from definitions. Evaluates to its installer.
(function (kit, native) {
  'use strict';
  const options = ['files', 'urlWildcardSuffix', 'disableDevelopmentHeaders', 'disableXExitHeader', 'simulateLatency'];

  function refused(message) { return kit.failure('Error', message, { code: 'E_INVALID_RES_METADATA_IN_EXIT_DEF' }); }

  // readExit reads how the response of an exit is made.
  function readExit(name, def) {
    let view = def.viewTemplatePath, type = def.responseType;
    if (view === undefined) { view = def.view !== undefined ? def.view : def.viewPath; }
    if (view !== undefined && (typeof view !== 'string' || view === '')) {
      throw refused('the exit "' + name + '" has viewTemplatePath ' + kit.inspect(view) + ': it is a path below views');
    }
    if (type !== undefined && typeof type !== 'string') {
      throw refused('the exit "' + name + '" has responseType ' + kit.inspect(type) + ': it is a text, or left out');
    }
    if (type === undefined) { type = view !== undefined ? 'view' : name === 'error' ? 'error' : ''; }
    let status = def.statusCode;
    if (status !== undefined) {
      status = Number(status);
      if (!(status >= 100 && status <= 599)) { throw refused('the exit "' + name + '" has statusCode ' + kit.inspect(def.statusCode) + ': it is a number from 100 to 599'); }
    }
    if (!status) {
      if (type === 'error' || name === 'error') { status = 500; } else if (type === 'redirect') { status = 302; } else { status = name === 'success' || type === 'view' ? 200 : 500; }
    }
    const exit = { name: name, type: type, status: status, view: view, headers: [], outputHeaders: [] };
    const header = function (list, key, text) { if (typeof text === 'string' && text) { list.push([key, text.replace(/\s*\n+\s*/g, ' ')]); } };
    header(exit.headers, 'X-Exit-Friendly-Name', def.friendlyName);
    header(exit.headers, 'X-Exit-Description', def.description);
    header(exit.headers, 'X-Exit-Extended-Description', def.extendedDescription);
    header(exit.headers, 'X-Exit-More-Info-Url', def.moreInfoUrl);
    if (type === '') {
      header(exit.outputHeaders, 'X-Exit-Output-Friendly-Name', def.outputFriendlyName);
      header(exit.outputHeaders, 'X-Exit-Output-Description', def.outputDescription);
    } else if (type === 'view') {
      header(exit.headers, 'X-Exit-View-Template-Path', view);
    }
    return exit;
  }

  // asAction makes an action from a definition, or from {machine: definition}.
  kit.asAction = function (given, usage) {
    usage = usage || {};
    if (typeof given === 'function') {
      if (given.IS_MACHINE_AS_ACTION) { throw kit.failure('Error', 'this definition is an action already', { code: 'E_DOUBLE_WRAP' }); }
      if (!given.isWetMachine) { throw kit.failure('Error', 'an action is made of an object with a function fn', { code: 'E_INVALID_MACHINE_DEF' }); }
      given = given.getDef();
    }
    let def = given.machine || given;
    if (typeof def === 'function' && typeof def.getDef === 'function') { def = def.getDef(); }
    const opts = {};
    options.forEach(function (k) { if (given[k] !== undefined) { opts[k] = given[k]; } });
    if (!def.fn) { def = Object.assign({}, def, { fn: stub(def), implementationType: 'analog' }); }
    const identity = def.identity || (def.friendlyName ? kit.kebab(def.friendlyName) : usage.identity || 'anonymous-action');
    const machine = kit.compileDefinition(Object.assign({}, def, { identity: identity }), { title: title(identity), analog: usage.analog });
    if (/\.[a-z]+$/.test(identity)) { machine.place = identity; } // the definition is a file
    const exits = {};
    machine.exitNames.forEach(function (name) { exits[name] = readExit(name, machine.exits[name]); });
    const names = machine.inputs.map(function (i) { return i.name; });
    const devHeaders = !native.production && !opts.disableDevelopmentHeaders, exitHeader = !opts.disableXExitHeader;

    function read(req) {
      const values = {};
      for (let i = 0; i < names.length; i++) {
        const name = names[i];
        let v = opts.urlWildcardSuffix === name ? req.param('0') : req.param(name);
        const type = machine.byName[name].type;
        if ((type === 'boolean' || type === 'number') && v === '' && req.query && req.query[name] === '') { v = type === 'boolean' ? true : undefined; }
        if (v !== undefined) { values[name] = v; }
      }
      if (Array.isArray(opts.files)) {
        opts.files.forEach(function (name) {
          const upstream = req.file(name);
          if (upstream && typeof upstream.on === 'function') {
            upstream.on('error', function (err) { native.warn('the upload "' + name + '" failed: ' + (err && err.stack || err)); });
          }
          values[name] = upstream;
        });
      }
      return values;
    }

    function action(req, res) {
      const leave = opts.simulateLatency
        ? function (name, data) { setTimeout(answer, opts.simulateLatency, req, res, name, data); }
        : function (name, data) { answer(req, res, name, data); };
      let inputs;
      try { inputs = kit.checkInputs(machine, read(req)); } catch (err) { leave('error', err); return; }
      kit.run(machine, inputs, { req: req, res: res, sails: req._sails }, leave);
    }

    function answer(req, res, name, data) {
      const exit = exits[name];
      try {
        if (!res.headersSent) {
          if (exitHeader) { res.set('X-Exit', name); }
          if (devHeaders) {
            exit.headers.forEach(set, res);
            if (data !== undefined) { exit.outputHeaders.forEach(set, res); }
          }
        }
        if (name === 'error' && data && data.name === 'UsageError' && data.code === 'E_INVALID_ARGINS') { unfit(req, res, identity, data); return; }
        send(req, res, exit, name === 'error' && kit.isError(data) ? kit.placed(machine, data) : data);
      } catch (thrown) {
        const err = kit.isError(thrown) ? kit.placed(machine, thrown) : thrown;
        const message = 'Handled a `' + req.method + '` request to  `' + req.path + '`, by running an action, which called its `' + name + '` exit.  But then an error occurred: ' + (kit.isError(err) ? kit.errorText(err) : kit.inspect(err));
        native.error(message);
        if (res.headersSent) { return; }
        if (native.production) { res.sendStatus(500); } else { res.status(500).send(message); }
      }
    }

    Object.defineProperty(action, 'IS_MACHINE_AS_ACTION', { value: true });
    Object.defineProperty(action, 'toJSON', { value: function () { return Object.assign({}, def, { identity: identity, exits: machine.exits, fn: undefined }); }, writable: true });
    return action;
  };

  // title returns the identity of an action for messages: the path of its file, without
  // characters that function names cannot have.
  function title(identity) {
    return identity.replace(/-([A-Za-z0-9])/g, function (all, c) { return c.toUpperCase(); }).replace(/[^A-Za-z0-9_$]/g, '');
  }

  function set(h) { this.set(h[0], h[1]); }

  // stub is the function of a definition that has none.
  function stub(def) {
    const success = def.exits && def.exits.success || {};
    const output = success.outputExample !== undefined ? success.outputExample : success.example;
    return function (inputs, exits) {
      if (output === undefined) { exits.success(); return; }
      this.res.set('X-Stub', def.identity || '');
      exits.success(output);
    };
  }

  // tip is the end of error responses in development.
  const tip = '  **The following additional tip will not be shown in production**:  Tip: Check your client-side code to make sure that the request data it ' +
    'sends matches the expectations of the corresponding parameters in your server-side route/action.  Also check that your client-side code sends data for every ' +
    'required parameter.  Finally, for programmatically-parseable details about each validation error, `.problems`. (Just remember, any time you inject dynamic ' +
    'data into the HTML, be sure to escape the strings at the point of injection.)';

  // unfit answers a request whose parameters do not fit the inputs.
  function unfit(req, res, identity, problem) {
    const list = problem.problems, count = list.length + ' missing or invalid parameter' + (list.length === 1 ? '' : 's');
    const request = '(`' + req.method + ' ' + req.path + '`) ';
    const err = new Error('Received incoming request ' + request + 'but could not run action (`' + identity + '`) due to ' + count + ':\n' +
      list.map(function (p) { return '  • ' + p; }).join('\n'));
    err.code = 'E_MISSING_OR_INVALID_PARAMS';
    err.problems = list;
    err.toJSON = function () {
      return { code: err.code, problems: err.problems, message: 'The server could not fulfill this request ' + request + 'due to ' + count + '.' + (native.production ? '' : tip) };
    };
    res.badRequest(err);
  }

  function send(req, res, exit, data) {
    switch (exit.type) {
      case '': standard(req, res, exit, data); return;
      case 'view':
        res.status(exit.status);
        if (data === undefined || data === null) { res.view(exit.view); return; }
        if (typeof data !== 'object' || Array.isArray(data)) {
          throw new Error('Cannot render a view for this request because the provided view locals data (the value passed in to `exits.' + exit.name + '()`) is not a dictionary.  ' +
            'In order to respond with a view, either send through a dictionary (e.g. `return exits.' + exit.name + "({foo: 'bar'})`), or don't send through anything at all.  " +
            'Here is what was passed in: ' + kit.inspect(data));
        }
        res.view(exit.view, data);
        return;
      case 'redirect':
        res.status(exit.status);
        res.redirect(data);
        return;
      case 'error':
        res.serverError(data === undefined ? new Error('the action took its exit "' + exit.name + '" without an error') : described(data));
        return;
      case 'status': res.status(exit.status).send(); return;
      case 'json': res.status(exit.status).json(data); return;
    }
    if (typeof res[exit.type] !== 'function') {
      throw new Error('there is no response "' + exit.type + '": add api/responses/' + exit.type + '.js');
    }
    res.status(exit.status);
    res[exit.type](data === null ? undefined : data);
  }

  // described returns an internal error of the action with a message that says so.
  function described(err) {
    if (!kit.isError(err) || err.code !== 'E_INTERNAL_ERROR' || !kit.isError(err.raw)) { return err; }
    const out = kit.failure('Error', 'Internal error occurred while running this action:  ' + err.raw.message, { code: 'E_INTERNAL_ERROR', raw: err.raw });
    if (typeof err.raw.stack === 'string') { out.stack = err.raw.stack.replace(/^[\s\S]*?(?=\n\s+at |$)/, String(out)); }
    return out;
  }

  function standard(req, res, exit, data) {
    if (res.headersSent) { if (!res.finished) { res.end(); } return; }
    if (data === undefined || data === null) { res.sendStatus(exit.status); return; }
    if (kit.isError(data) && !kit.isOperational(data)) {
      if (typeof data.toJSON === 'function') { res.status(exit.status).json(data); return; }
      if (native.production) { res.sendStatus(exit.status); return; }
      res.status(exit.status).send(kit.errorText(data));
      return;
    }
    switch (typeof data) {
      case 'string': res.status(exit.status).send(data); return;
      case 'number': res.status(exit.status).json(data); return;
      case 'boolean': res.status(exit.status).send(data); return;
      case 'function': res.status(exit.status).send(String(data)); return;
      case 'symbol': case 'bigint': throw new TypeError('an answer cannot be of type ' + typeof data + ' (' + String(data) + '): make it a text or a number');
    }
    if (typeof data.pipe === 'function') {
      res.status(exit.status);
      data.once('error', function (err) {
        if (res.headersSent) { res.end(); } else { res.serverError(err); }
      });
      data.pipe(res);
      return;
    }
    if (ArrayBuffer.isView(data)) { res.status(exit.status); res.write(data); res.end(); return; }
    if (data instanceof Date) { res.status(exit.status).send(data.toJSON()); return; }
    if (data instanceof RegExp) { res.status(exit.status).send(String(data)); return; }
    native.sendData(res, exit.status, data);
  }
})
