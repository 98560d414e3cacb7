module.exports = {
  inputs: { how: { type: 'string', required: true } },
  exits: { success: {}, cold: { statusCode: 409 }, page: { viewTemplatePath: 'pages/word' } },
  fn: function (inputs, exits) {
    switch (inputs.how) {
      case 'success': return exits.success({ ok: 1 });
      case 'nothing': return exits.success();
      case 'call': return exits('called', 1);
      case 'call-null': return exits(null, { x: 1 });
      case 'call-error': return exits(new Error('called with error'));
      case 'cold': return exits.cold({ t: 1 });
      case 'error': return exits.error(new Error('told'));
      case 'error-text': return exits.error('told as text');
      case 'error-none': return exits.error();
      case 'throw': throw new Error('thrown at once');
      case 'throw-exit': throw 'cold';
      case 'throw-data': throw { cold: 5 };
      case 'page': return exits.page({ word: 'cb' });
      case 'later': return setTimeout(() => exits.success('later'), 5);
      case 'later-cold': return setImmediate(() => exits.cold());
      case 'return': exits.success('first'); return 'second';
      case 'missing': return exits.noSuch();
      case 'string': return exits.success('text');
      case 'number': return exits.success(204);
    }
  }
};
