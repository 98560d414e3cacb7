module.exports = {
  inputs: { kind: { type: 'string' } },
  exits: { success: { outputFriendlyName: 'A thing', outputDescription: 'Of some\n  kind.', friendlyName: 'Fine', extendedDescription: 'More.', moreInfoUrl: 'http://example.com' } },
  fn: async function ({ kind }) {
    switch (kind) {
      case 'text': return 'just text';
      case 'empty': return '';
      case 'number': return 42;
      case 'zero': return 0;
      case 'true': return true;
      case 'false': return false;
      case 'null': return null;
      case 'list': return [1, 'a', null, undefined, { b: undefined }];
      case 'object': return { a: 1, b: undefined, c: null, d: new Date(0), e: [undefined], f: { g: NaN }, h: /re/, i: function foo() {} };
      case 'date': return new Date(0);
      case 'buffer': return Buffer.from('raw bytes');
      case 'stream': return require('stream').Readable.from(['piece one, ', 'piece two']);
      case 'error': { const e = new Error('as output'); e.toJSON = function () { return { told: true }; }; return e; }
      case 'jsonable': return { toJSON: function () { return { mine: true }; } };
      case 'nan': return NaN;
      case 'nested': return { deep: { deeper: [{ when: new Date(1000) }] } };
      default: return undefined;
    }
  }
};
