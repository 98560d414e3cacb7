// What the annex of the language and old packages still have.
var d = new Date(Date.UTC(2015, 4, 6, 7, 8, 9));
console.log(d.toGMTString(), d.toGMTString() === d.toUTCString(), new Date(2015, 1, 1).getYear());
var y = new Date(2015, 1, 1);
y.setYear(98); console.log(y.getFullYear());
y.setYear(2001); console.log(y.getFullYear(), isNaN(new Date(0).setYear('x')));
['anchor', 'big', 'blink', 'bold', 'fixed', 'fontcolor', 'fontsize', 'italics', 'link', 'small', 'strike', 'sub', 'sup'].forEach(function (name) {
  console.log('a<b'[name]('x"y'), String.prototype[name].length, String.prototype.propertyIsEnumerable(name));
});
console.log(Object.keys(Date.prototype), [for_in('')]);
function for_in(s) { var n = 0; for (var k in Object(s)) { n++; } return n; }
var c = require('constants');
console.log(c.O_RDONLY, c.O_WRONLY, c.ENOENT, c.EACCES, c.SIGTERM, c.SIGKILL, c.S_IFMT, c.EEXIST, c.RSA_PKCS1_PADDING);
// graceful-fs 3 has its own copy of fs.
var natives = process.binding('natives');
console.log(Array.isArray(require('module').globalPaths));
console.log(typeof natives.fs, typeof natives.stream, natives.nothing);
console.log(require('os').constants.errno.EPERM, require('os').constants.signals.SIGHUP);
console.log(Object.keys(require('os').constants.errno).length, Object.keys(require('os').constants.signals).length);
// fs-minipass 1, which tar 4 needs, writes several buffers at once.
var binding = process.binding('fs'), fs = require('fs'), path = require('path');
var file = path.join(fs.mkdtempSync(path.join(require('os').tmpdir(), 'binding-')), 'f'), fd = fs.openSync(file, 'w');
var request = new (binding.FSReqWrap || binding.FSReqCallback)();
module.exports = new Promise(function (done) {
  request.oncomplete = function (err, written) {
    console.log(err, written, fs.readFileSync(file, 'utf8'));
    fs.closeSync(fd);
    fs.rmSync(path.dirname(file), { recursive: true });
    done();
  };
});
binding.writeBuffers(fd, [Buffer.from('one '), Buffer.from('two')], null, request);
