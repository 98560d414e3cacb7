// require('sails/accessible/rc'). Evaluates to a function that takes native.settings.
(function (settings) {
  'use strict';
  return function rc(name, defaults) {
    return Object.assign({}, defaults, name === undefined || name === 'sails' ? settings() : {});
  };
})
