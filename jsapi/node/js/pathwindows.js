// pathwindows: path.win32, the paths of Windows. text checks an argument, fold resolves . and .. in a list of
// names, cwd returns the current folder, extension that of a name, unsuffixed what basename returns; format is the function.
module.exports = function (text, fold, cwd, extension, unsuffixed, format) {
  var win32 = { sep: '\\', delimiter: ';' }, share = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)/, drive = /^[A-Za-z]:/, seps = /[\\/]+/, reserved = /^(?:CON|PRN|AUX|NUL|(?:COM|LPT)[1-9\xb9\xb2\xb3])(?:(:)|[^:]$)/is;
  function isSep(c) { return c === '\\' || c === '/'; }
  // start is how a path begins: device is a drive or a share, length that of the device, or of the root behind it.
  function start(p) {
    var m = share.exec(p), device = drive.exec(p);
    if (m) {
      if (m[1] === '.' || m[1] === '?') { return { device: '\\\\' + m[1], length: 4, absolute: true, share: false }; }
      return { device: '\\\\' + m[1] + '\\' + m[2], length: m[0].length, absolute: true, share: true };
    }
    if (device) { return { device: device[0], length: isSep(p[2]) ? 3 : 2, absolute: isSep(p[2]), share: false }; }
    return { device: '', length: isSep(p[0]) ? 1 : 0, absolute: isSep(p[0]), share: false };
  }
  // root is the length of the root of a path as it is written.
  function root(p) {
    var m = share.exec(p);
    if (m) { return Math.min(m[0].length + 1, p.length); }
    if (drive.test(p)) { return isSep(p[2]) ? 3 : 2; }
    return isSep(p[0]) ? 1 : 0;
  }
  function names(p, absolute) { return fold(p.split(seps), absolute).join('\\'); }
  win32.resolve = function resolve() {
    var device = '', tail = '', absolute = false;
    for (var i = arguments.length - 1; i >= -1; i--) {
      var p;
      if (i >= 0) {
        p = text(arguments[i], 'paths[' + i + ']');
        if (p === '') { continue; }
      } else {
        p = device && process.env['=' + device] || cwd();
        if (device && p.slice(0, 2).toLowerCase() !== device.toLowerCase() && p[2] === '\\') { p = device + '\\'; }
      }
      var s = start(p);
      if (s.device) {
        if (device && s.device.toLowerCase() !== device.toLowerCase()) { continue; }
        device = device || s.device;
      }
      if (!absolute) {
        tail = p.slice(s.length) + '\\' + tail;
        absolute = s.absolute;
      }
      if (absolute && device) { break; }
    }
    tail = names(tail, absolute);
    return absolute ? device + '\\' + tail : device + tail || '.';
  };
  win32.normalize = function normalize(p) {
    text(p);
    if (p === '') { return '.'; }
    var s = start(p), tail, device = reserved.exec(p);
    // Node takes names with one letter more for devices, too.
    if (device) { s = { device: '.\\' + (device[1] ? device[0] : ''), length: device[1] ? device[0].length : 0 }; }
    if (s.share && s.length === p.length) { return s.device + '\\'; }
    tail = names(p.slice(s.length), s.absolute);
    if (!tail && !s.absolute) { tail = '.'; }
    if (tail && p.length > s.length && isSep(p[p.length - 1])) { tail += '\\'; }
    // What was relative must not become the path of a drive or of a device.
    if (!s.absolute && !s.device && (drive.test(tail) || /:(?:$|[\\/])/.test(p))) { return '.\\' + tail; }
    return s.device + (s.absolute ? '\\' : '') + tail;
  };
  win32.isAbsolute = function isAbsolute(p) { return isSep(text(p)[0]) || drive.test(p) && isSep(p[2]); };
  win32.join = function join() {
    var parts = Array.prototype.map.call(arguments, function (p) { return text(p); }).filter(Boolean), joined = parts.join('\\');
    if (!parts.length) { return '.'; }
    // Only the first part can begin a share: separators that meet do not.
    if (!/^[\\/]{2}[^\\/]/.test(parts[0])) { joined = joined.replace(/^[\\/]{2,}/, '\\'); }
    return win32.normalize(joined);
  };
  win32.relative = function relative(from, to) {
    text(from, 'from');
    text(to, 'to');
    if (from === to) { return ''; }
    from = win32.resolve(from);
    to = win32.resolve(to);
    if (from.toLowerCase() === to.toLowerCase()) { return ''; }
    var a = pieces(from), b = pieces(to), i = 0;
    while (i < a.length && i < b.length && a[i].toLowerCase() === b[i].toLowerCase()) { i++; }
    if (!i && a.length && b.length) { return to; }
    return a.slice(i).map(function () { return '..'; }).concat(b.slice(i)).join('\\');
  };
  function pieces(p) { return p.replace(/^\\+|\\+$/g, '').split('\\').filter(Boolean); }
  win32.toNamespacedPath = function toNamespacedPath(p) {
    if (typeof p !== 'string' || p === '') { return p; }
    var whole = win32.resolve(p);
    if (whole.length <= 2) { return p; }
    if (/^\\\\[^?.]/.test(whole)) { return '\\\\?\\UNC\\' + whole.slice(2); }
    return drive.test(whole) && whole[2] === '\\' ? '\\\\?\\' + whole : whole;
  };
  win32.dirname = function dirname(p) {
    text(p);
    var r = root(p), end = p.length;
    if (p.length === 1) { return isSep(p) ? p : '.'; }
    while (end > r && isSep(p[end - 1])) { end--; }
    while (end > r && !isSep(p[end - 1])) { end--; }
    if (end > r) { end--; }
    return p.slice(0, end) || '.';
  };
  win32.basename = function basename(p, suffix) {
    if (suffix !== undefined) { text(suffix, 'suffix'); }
    text(p);
    if (suffix && suffix === p) { return ''; }
    p = p.replace(drive, '');
    return unsuffixed(p, p.replace(/[\\/]+$/, '').replace(/^.*[\\/]/s, ''), suffix);
  };
  win32.extname = function extname(p) { return extension(win32.basename(text(p))); };
  win32.format = format;
  win32.parse = function parse(p) {
    text(p);
    var r = root(p), whole = { root: p.slice(0, r), dir: p.slice(0, r), base: '', ext: '', name: '' }, end = p.length, from;
    while (end > r && isSep(p[end - 1])) { end--; }
    from = end;
    while (from > r && !isSep(p[from - 1])) { from--; }
    whole.base = p.slice(from, end);
    whole.ext = extension(whole.base);
    whole.name = whole.ext ? whole.base.slice(0, -whole.ext.length) : whole.base;
    if (from > r) { whole.dir = p.slice(0, from - 1); }
    return whole;
  };
  return win32;
};
