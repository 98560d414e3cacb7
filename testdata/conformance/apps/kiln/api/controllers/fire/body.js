const { Readable } = require('stream');
module.exports = {
  inputs: { kind: { type: 'string' } },
  fn: async function ({ kind }) {
    switch (kind) {
      case 'stream': return Readable.from(['a', 'b', 'c']);
      case 'buffer': return Buffer.from('héllo');
      case 'typed-stream': this.res.type('text/csv'); return Readable.from(['x,y\n']);
      case 'typed-buffer': this.res.type('png'); return Buffer.from('png');
      case 'attached': this.res.attachment('report.csv'); return Readable.from(['1,2\n']);
      case 'status': this.res.status(201); return { made: true };
      case 'header': this.res.set('X-Temperature', '900'); return 'hot';
      case 'html': return '<b>bold</b>';
      case 'html-type': this.res.set('content-type', 'text/html'); return '<b>bold</b>';
      case 'regexp': return /x/g;
      case 'function': return function () {};
      case 'symbol': return Symbol('s');
      case 'map': return new Map([[1, 2]]);
      case 'circular': { const a = {}; a.a = a; return a; }
      case 'tojson': return { toJSON: () => ({ json: true }) };
      case 'infinity': return Infinity;
      case 'negzero': return -0;
      case 'bigint': return BigInt(5);
      case 'nested-error': return { e: new Error('x'), d: new Date(5), u: undefined, f: () => 1, n: NaN, b: Buffer.from('q') };
      case 'sent': this.res.send('sent by hand'); return;
      case 'errored-stream': return new Readable({ read() { this.destroy(new Error('stream broke')); } });
    }
  }
};
