module.exports = {
  friendlyName: 'Exits',
  inputs: { how: { type: 'string', required: true } },
  exits: {
    teapot: { responseType: 'teapot', statusCode: 418 }, gone: { responseType: 'gone' }, bad: { responseType: 'badRequest' }, lost: { responseType: 'notFound' }, no: { responseType: 'forbidden' },
    conflict: { statusCode: 409, description: 'It is there\n already.' }, plain: {}, moved: { responseType: 'redirect' }, forever: { responseType: 'redirect', statusCode: 301 },
    page: { responseType: 'view', viewTemplatePath: 'pages/plain', statusCode: 404 }, fineOk: { responseType: 'ok', statusCode: 202 }, server: { responseType: 'serverError' }, error: { description: 'Something broke.' }, created: { statusCode: 201 }
  },
  fn: async function ({ how }) {
    switch (how) {
      case 'teapot': throw 'teapot';
      case 'teapot-data': throw { teapot: { milk: true } };
      case 'gone': throw 'gone';
      case 'gone-data': throw { gone: [1] };
      case 'bad': throw 'bad';
      case 'bad-data': throw { bad: { problem: 'x' } };
      case 'bad-text': throw { bad: 'x' };
      case 'bad-error': throw { bad: new Error('bad as error') };
      case 'lost': throw 'lost';
      case 'lost-data': throw { lost: { id: 1 } };
      case 'no': throw { no: 'reason' };
      case 'conflict': throw 'conflict';
      case 'conflict-data': throw { conflict: { id: 1 } };
      case 'conflict-error': throw { conflict: new Error('conflict as error') };
      case 'plain': throw 'plain';
      case 'plain-data': throw { plain: { a: 1 } };
      case 'moved': throw { moved: '/over there?x=1' };
      case 'forever': throw { forever: '/elsewhere' };
      case 'page': throw { page: { word: 'from the exit' } };
      case 'page-text': throw { page: 'text' };
      case 'fine': throw { fineOk: { ok: 1 } };
      case 'server': throw { server: 'text' };
      case 'created': throw { created: { id: 5 } };
      case 'unknown': throw 'unknownExit';
      case 'unknown-data': throw { unknownExit: 1 };
      case 'number': throw 5;
      case 'error': throw new Error('plain error');
      case 'status-error': { const e = new Error('with status'); e.status = 404; throw e; }
      case 'helper-usage': await sails.helpers.cargo.weigh(); break;
      case 'helper-exit': await sails.helpers.cargo.weigh('heavy'); break;
      case 'helper-error': await sails.helpers.cargo.weigh('broken'); break;
      case 'helper-intercepted': await sails.helpers.cargo.weigh('heavy').intercept('tooHeavy', 'conflict'); break;
      case 'helper-intercepted-data': await sails.helpers.cargo.weigh('heavy').intercept('tooHeavy', (err) => ({ conflict: err.raw })); break;
      case 'helper-intercepted-error': await sails.helpers.cargo.weigh('heavy').intercept('tooHeavy', () => new Error('other')); break;
      case 'helper-unknown': await sails.helpers.cargo.weigh('heavy').intercept('tooHeavy', 'nothingLikeThat'); break;
    }
    return { how };
  }
};
