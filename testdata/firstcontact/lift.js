// Lifts a project on genuine Sails and prints what there is to ask.
//
//   node lift.js <folder of the sails package> <project> <port> <overrides as JSON>
//
// ES5: it also runs on Node 6. The project's own app.js starts the server, so
// that what it registers is there; without one Sails is lifted with .sailsrc.
'use strict';
var fs = require('fs');
var path = require('path');

var Sails = require(process.argv[2]);
var version = require(path.join(process.argv[2], 'package.json')).version;
var project = process.argv[3];
var overrides = JSON.parse(process.argv[5]);
overrides.port = +process.argv[4];
overrides.explicitHost = '127.0.0.1';
process.argv = [process.argv[0], path.join(project, 'app.js')];
process.chdir(project);

function merge(into, from) {
  Object.keys(from).forEach(function (key) {
    if (from[key] && typeof from[key] === 'object' && into[key] && typeof into[key] === 'object') merge(into[key], from[key]);
    else into[key] = from[key];
  });
  return into;
}

var routes = [];
function listen(app) {
  app.on('router:bind', function (route) {
    if (typeof route.path !== 'string') return;
    var options = route.options || {};
    routes.push({ verb: route.verb || '', path: route.path, model: options.model || '', action: options.action || '' });
  });
}

function facts(app) {
  var models = {};
  Object.keys(app.models || {}).forEach(function (name) {
    var model = app.models[name];
    if (model.junctionTable || (model.meta && model.meta.junctionTable)) return;
    var attributes = {};
    var own = model._attributes || model.attributes || {};
    Object.keys(own).forEach(function (key) {
      var a = own[key];
      if (typeof a === 'function' || !a) return;
      if (typeof a === 'string') a = { type: a };
      var kept = {};
      ['type', 'required', 'model', 'collection', 'primaryKey', 'autoIncrement', 'enum', 'in', 'email', 'isEmail', 'isIn', 'url', 'isURL', 'defaultsTo', 'autoCreatedAt',
        'autoUpdatedAt', 'unique', 'size', 'maxLength', 'minLength'].forEach(function (rule) {
        if (a[rule] !== undefined && typeof a[rule] !== 'function') kept[rule] = a[rule];
      });
      ['isEmail', 'isIn', 'isURL', 'maxLength', 'minLength'].forEach(function (rule) {
        if (a.validations && a.validations[rule] !== undefined) kept[rule] = a.validations[rule];
      });
      attributes[key] = kept;
    });
    models[name] = { attributes: attributes, key: model.primaryKey || 'id', globalId: model.globalId };
  });
  var explicit = Object.keys(app.config.routes || {});
  return { version: version, node: process.version, routes: routes, explicit: explicit, models: models };
}
var genuine = Sails.lift;
Sails.lift = function (options, done) {
  var self = this;
  if (typeof options === 'function') { done = options; options = {}; }
  listen(self);
  return genuine.call(self, merge(options || {}, overrides), function (error) {
    if (error) {
      console.error(error && error.stack || error);
      console.log('@@FAILED');
      process.exit(1);
    }
    // Classic releases call back a moment before the last hooks bind.
    setTimeout(function () { console.log('@@FACTS ' + JSON.stringify(facts(self))); }, 500);
    if (typeof done === 'function') done.apply(self, arguments);
  });
};

if (fs.existsSync('app.js')) require(path.join(project, 'app.js'));
else {
  var own = {};
  if (fs.existsSync('.sailsrc')) own = JSON.parse(fs.readFileSync('.sailsrc', 'utf8'));
  Sails.lift(own);
}
