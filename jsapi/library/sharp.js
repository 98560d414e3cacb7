// sharp: the interface of the npm package over an implementation in Go.
(function (native, require) {
  'use strict';
  var stream = require('stream'), path = require('path');
  var formats = { jpeg: 'jpeg', jpg: 'jpeg', jpe: 'jpeg', jfif: 'jpeg', png: 'png', webp: 'webp', gif: 'gif', tiff: 'tiff', tif: 'tiff', raw: 'raw' };
  var foreign = ['heic', 'heif', 'avif', 'tile', 'dz', 'jp2', 'jpx', 'j2k', 'j2c', 'jxl'];
  var fits = ['contain', 'cover', 'fill', 'inside', 'outside'];
  var gravities = { center: 0, centre: 0, north: 1, east: 2, south: 3, west: 4, northeast: 5, southeast: 6, southwest: 7, northwest: 8 };
  var names = ['centre', 'north', 'east', 'south', 'west', 'northeast', 'southeast', 'southwest', 'northwest'];
  var positions = { top: 1, right: 2, bottom: 3, left: 4, 'right top': 5, 'right bottom': 6, 'left bottom': 7, 'left top': 8 };
  var strategies = { entropy: 16, attention: 17 };
  var kernels = { nearest: 'nearest', linear: 'linear', cubic: 'cubic', mitchell: 'mitchell', lanczos2: 'lanczos2', lanczos3: 'lanczos3' };
  var blends = ['clear', 'source', 'over', 'in', 'out', 'atop', 'dest', 'dest-over', 'dest-in', 'dest-out', 'dest-atop', 'xor', 'add', 'multiply', 'screen', 'darken', 'lighten', 'difference', 'exclusion'];
  var colors = { black: '#000000', white: '#ffffff', red: '#ff0000', green: '#008000', blue: '#0000ff', yellow: '#ffff00', gray: '#808080', grey: '#808080', silver: '#c0c0c0', lime: '#00ff00', navy: '#000080', orange: '#ffa500', purple: '#800080', pink: '#ffc0cb',
    cyan: '#00ffff', aqua: '#00ffff', magenta: '#ff00ff', fuchsia: '#ff00ff', maroon: '#800000', olive: '#808000', teal: '#008080', brown: '#a52a2a', gold: '#ffd700', transparent: '#00000000' };

  function isObject(v) { return v !== null && typeof v === 'object'; }
  function isBuffer(v) { return ArrayBuffer.isView(v) || v instanceof ArrayBuffer; }
  function invalid(name, expected, v) { return new Error('Expected ' + expected + ' for ' + name + ' but received ' + v + ' of type ' + typeof v); }
  function integer(v, name, min, max) {
    if (!Number.isInteger(v) || v < min || max !== undefined && v > max) { throw invalid(name, max === undefined ? 'integer' : 'integer between ' + min + ' and ' + max, v); }
    return v;
  }
  function positive(v, name) { if (!Number.isInteger(v) || v < 1) { throw invalid(name, 'positive integer', v); } return v; }
  function number(v, name, min, max) { if (typeof v !== 'number' || !(v >= min && v <= max)) { throw invalid(name, 'number between ' + min + ' and ' + max, v); } return v; }
  function color(v, name) {
    if (isObject(v)) { return { R: byte(v.r), G: byte(v.g), B: byte(v.b), Alpha: v.alpha === undefined ? 1 : Number(v.alpha) }; }
    var text = String(v).toLowerCase().trim(), m;
    text = colors[text] || text;
    if (/^#?[0-9a-f]{3,4}$/.test(text)) { text = text.replace('#', '').replace(/./g, '$&$&'); }
    if ((m = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})?$/.exec(text))) {
      return { R: parseInt(m[1], 16), G: parseInt(m[2], 16), B: parseInt(m[3], 16), Alpha: m[4] ? parseInt(m[4], 16) / 255 : 1 };
    }
    if ((m = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+)(%)?)?\s*\)$/.exec(text))) { return { R: byte(+m[1]), G: byte(+m[2]), B: byte(+m[3]), Alpha: m[4] === undefined ? 1 : m[5] ? m[4] / 100 : +m[4] }; }
    throw new Error('Unable to parse color from string: ' + v + (name ? ' (' + name + ')' : ''));
  }
  function byte(v) { return Math.min(255, Math.max(0, Math.round(Number(v) || 0))); }
  function absent(what, instead) {
    return Object.assign(new Error('sharp: ' + what + ' is not available in this server' + (instead ? ': ' + instead : '')), { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' });
  }
  // input describes where an image comes from; its bytes are the last value of the list.
  function input(v, o) {
    var spec = {}, data = null;
    o = o || {};
    if (typeof v === 'string') { spec.File = path.resolve(v); } else if (isBuffer(v)) {
      if (v.byteLength === 0) { throw new Error('Input ' + (Buffer.isBuffer(v) ? 'Buffer' : v instanceof ArrayBuffer ? 'bit Array' : 'Bit Array') + ' is empty'); }
      data = v instanceof ArrayBuffer ? new Uint8Array(v) : new Uint8Array(v.buffer, v.byteOffset, v.byteLength);
    } else if (isObject(v) && isObject(v.create)) { o = v; } else if (isObject(v) && v.text) { throw absent('input.text', 'draw the text with another package'); }
    if (o.create) {
      var c = o.create;
      positive(c.width, 'create.width');
      positive(c.height, 'create.height');
      integer(c.channels, 'create.channels', 3, 4);
      if (c.background === undefined) { throw invalid('create.noise', 'valid noise to create a new input image', c.noise); }
      spec.Create = { Width: c.width, Height: c.height, Channels: c.channels, Background: color(c.background) };
    }
    if (o.raw) {
      ['width', 'height'].forEach(function (k) { if (!Number.isInteger(o.raw[k]) || o.raw[k] < 1) { throw new Error('Expected width, height and channels for raw pixel input'); } });
      integer(o.raw.channels, 'raw.channels', 1, 4);
      spec.Raw = { Width: o.raw.width, Height: o.raw.height, Channels: o.raw.channels };
    }
    return [spec, data];
  }

  function Sharp(source, o) {
    if (arguments.length === 1 && source === undefined) { throw new Error('Invalid input'); }
    if (!(this instanceof Sharp)) { return new Sharp(source, o); }
    if (isObject(source) && !isBuffer(source) && o === undefined) { o = source; source = undefined; }
    stream.Duplex.call(this);
    if (source !== undefined && source !== null && typeof source !== 'string' && !isBuffer(source)) { throw new Error("Unsupported input '" + source + "' of type " + typeof source + (o ? ' when also providing options of type ' + typeof o : '')); }
    if (o !== undefined && !isObject(o)) { throw new Error('Invalid input options ' + o); }
    Object.defineProperty(this, 'options', { writable: true, value: { source: source, input: o || {}, job: { Output: {} }, angle: false } });
    if (o && o.limitInputPixels !== undefined) {
      if (o.limitInputPixels !== false && o.limitInputPixels !== true) { this.options.job.MaxPixels = integer(o.limitInputPixels, 'limitInputPixels', 0, Number.MAX_SAFE_INTEGER); }
    }
    this._streams = (source === undefined || source === null) && !(o && o.create);
    this._parts = [];
    if (this.options.source !== undefined || o && o.create) { input(source, o); }
  }
  Object.setPrototypeOf(Sharp.prototype, stream.Duplex.prototype);
  Object.setPrototypeOf(Sharp, stream.Duplex);
  var proto = Sharp.prototype;
  ['_streams', '_parts', '_copies', '_failed'].forEach(function (k) { Object.defineProperty(proto, k, { writable: true, configurable: true, value: undefined }); });

  // Streams: what is written is the image, what is read the result.
  proto._write = function (chunk, encoding, done) {
    if (!this._streams) { done(new Error('Unexpected data on Writable Stream')); return; }
    this._parts.push(Buffer.from(chunk, encoding));
    done();
  };
  proto._read = function () {
    var self = this;
    if (self._started) { return; }
    self._started = true;
    self._when(function () {
      self._run(function (err, r) {
        if (err) { self.destroy(err); return; }
        self.emit('info', r.info);
        self.push(r.data);
        self.push(null);
      });
    });
  };
  Object.defineProperty(proto, '_started', { writable: true, configurable: true, value: false });
  // _when calls fn once the whole image was written.
  proto._when = function (fn) {
    if (!this._streams || this.writableFinished) { fn(); return; }
    this.once('finish', fn);
  };
  proto._input = function () { return input(this._streams ? Buffer.concat(this._parts) : this.options.source, this.options.input); };
  proto._run = function (done) {
    var spec, data = [];
    try {
      spec = JSON.parse(JSON.stringify(this.options.job));
      var own = this._input();
      spec.Input = own[0];
      data.push(own[1]);
      (this.options.layers || []).forEach(function (l) { data.push(l[1]); });
    } catch (e) { process.nextTick(done, e); return; }
    native.run(JSON.stringify(spec), data, function (err, r) {
      if (err) { done(new Error(err.message)); return; }
      var info = { format: r.format, width: r.width, height: r.height, channels: r.channels, premultiplied: false };
      if (r.left !== undefined) { info.trimOffsetLeft = r.left; info.trimOffsetTop = r.top; }
      info.size = r.size;
      done(null, { data: r.data, info: info });
    });
  };
  function settle(self, done, work) {
    if (typeof done === 'function') { self._when(function () { work(done); }); return self; }
    return new Promise(function (resolve, reject) { self._when(function () { work(function (err, v) { if (err) { reject(err); } else { resolve(v); } }); }); });
  }
  proto.toBuffer = function (o, done) {
    var self = this;
    if (typeof o === 'function') { done = o; o = {}; }
    if (isObject(o) && o.resolveWithObject) { self.options.whole = true; }
    delete self.options.job.Output.File;
    if (typeof done === 'function') { self._when(function () { self._run(function (err, r) { if (err) { done(err); } else { done(null, r.data, r.info); } }); }); return self; }
    return settle(self, null, function (end) { self._run(function (err, r) { end(err, r && (isObject(o) && o.resolveWithObject ? r : r.data)); }); });
  };
  proto.toFile = function (file, done) {
    var self = this, err;
    if (typeof file !== 'string' || file === '') { err = new Error('Missing output file path'); } else if (typeof self.options.source === 'string' && path.resolve(self.options.source) === path.resolve(file)) { err = new Error('Cannot use same file for input and output'); }
    if (err) {
      if (typeof done === 'function') { done(err); return self; }
      return Promise.reject(err);
    }
    var ext = path.extname(file).slice(1).toLowerCase(), out = self.options.job.Output;
    if (!self.options.chosen) {
      if (foreign.indexOf(ext) >= 0) { err = absent('the format ' + ext, 'use jpeg, png, webp, gif or tiff'); }
      if (formats[ext]) { out.Format = formats[ext]; } else { delete out.Format; }
    }
    return settle(self, done, function (end) {
      if (err) { end(err); return; }
      out.File = path.resolve(file);
      self._run(function (e, r) { delete out.File; end(e, r && r.info); });
    });
  };
  proto.clone = function () {
    var self = this, copy = Object.create(Sharp.prototype);
    stream.Duplex.call(copy);
    Object.defineProperty(copy, 'options', { writable: true, value: Object.assign({}, self.options, { job: JSON.parse(JSON.stringify(self.options.job)), layers: (self.options.layers || []).slice() }) });
    copy._streams = self._streams;
    copy._parts = self._parts;
    if (self._streams) { self.once('finish', function () { copy._parts = self._parts; copy.end(); }); }
    return copy;
  };
  proto.metadata = function (done) {
    var self = this;
    return settle(self, done, function (end) {
      var own;
      try { own = self._input(); } catch (e) { end(e); return; }
      if (own[0].Create || own[0].Raw) {
        var c = own[0].Create || own[0].Raw;
        end(null, { format: own[0].Raw ? 'raw' : undefined, width: c.Width, height: c.Height, space: c.Channels < 3 ? 'b-w' : 'srgb', channels: c.Channels, depth: 'uchar', isProgressive: false, hasProfile: false, hasAlpha: c.Channels === 2 || c.Channels === 4 });
        return;
      }
      native.metadata(JSON.stringify(own[0]), own[1], function (err, m) {
        if (err) { end(new Error(err.message)); return; }
        var out = { format: m.format };
        if (own[1]) { out.size = own[1].byteLength; }
        ['width', 'height', 'space', 'channels', 'depth'].forEach(function (k) { out[k] = m[k]; });
        if (m.density) { out.density = m.density; }
        if (m.chroma) { out.chromaSubsampling = m.chroma; }
        out.isProgressive = m.progressive;
        if (m.pages) { out.pages = m.pages; }
        out.hasProfile = m.profile !== undefined;
        out.hasAlpha = m.space === 'cmyk' ? false : m.channels === 2 || m.channels === 4;
        if (m.orientation) { out.orientation = m.orientation; }
        if (m.exif) { out.exif = m.exif; }
        if (m.profile) { out.icc = m.profile; }
        end(null, out);
      });
    });
  };

  function position(v) {
    if (Number.isInteger(v) && v >= 0 && v <= 8) { return names[v]; }
    if (v === 16 || v === 17) { return v === 16 ? 'entropy' : 'attention'; }
    if (typeof v === 'string') {
      if (gravities[v] !== undefined) { return names[gravities[v]]; }
      if (positions[v] !== undefined) { return names[positions[v]]; }
      if (strategies[v] !== undefined) { return v; }
    }
    throw invalid('position', 'valid position/gravity/strategy', v);
  }
  proto.resize = function (width, height, o) {
    var r = { Background: { R: 0, G: 0, B: 0, Alpha: 1 } };
    if (isObject(width) && !o) { o = width; width = o.width; height = o.height; } else if (isObject(height) && o === undefined) { o = height; height = o.height; }
    if (width !== undefined && width !== null) { r.Width = positive(width, 'width'); }
    if (height !== undefined && height !== null) { r.Height = positive(height, 'height'); }
    if (isObject(o)) {
      if (width === undefined && o.width !== undefined && o.width !== null) { r.Width = positive(o.width, 'width'); }
      if (o.fit !== undefined && o.fit !== null) { if (fits.indexOf(o.fit) < 0) { throw invalid('fit', 'valid fit', o.fit); } r.Fit = o.fit; }
      if (o.position !== undefined && o.position !== null) { r.Position = position(o.position); }
      if (o.gravity !== undefined && o.gravity !== null) { r.Position = position(o.gravity); }
      if (o.background !== undefined) { r.Background = color(o.background); }
      if (o.kernel !== undefined && o.kernel !== null) { if (!kernels[o.kernel]) { throw invalid('kernel', 'valid kernel name', o.kernel); } r.Kernel = o.kernel; }
      ['withoutEnlargement', 'withoutReduction'].forEach(function (k) {
        if (o[k] === undefined) { return; }
        if (typeof o[k] !== 'boolean') { throw invalid(k, 'boolean', o[k]); }
        r[k[0].toUpperCase() + k.slice(1)] = o[k];
      });
    }
    if (r.Width || r.Height) { this.options.job.Resize = r; } else { delete this.options.job.Resize; }
    if (this.options.angle) { this.options.job.RotateFirst = true; }
    return this;
  };
  proto.extract = function (o) {
    ['left', 'top', 'width', 'height'].forEach(function (k) { if (!Number.isInteger(o[k]) || o[k] < 0) { throw invalid(k, 'integer', o[k]); } });
    var job = this.options.job, key = job.Resize || job.Before ? 'After' : 'Before';
    job[key] = { Left: o.left, Top: o.top, Width: o.width, Height: o.height };
    if (this.options.angle && key === 'Before') { job.RotateFirst = true; }
    return this;
  };
  proto.extend = function (o) {
    var e = { Background: { R: 0, G: 0, B: 0, Alpha: 1 }, Top: 0, Bottom: 0, Left: 0, Right: 0 };
    if (Number.isInteger(o) && o > 0) { e.Top = e.Bottom = e.Left = e.Right = o; } else if (isObject(o)) {
      ['top', 'bottom', 'left', 'right'].forEach(function (k) { if (o[k] !== undefined) { e[k[0].toUpperCase() + k.slice(1)] = integer(o[k], k, 0); } });
      if (o.background !== undefined) { e.Background = color(o.background); }
      if (o.extendWith !== undefined) { if (['background', 'copy', 'repeat', 'mirror'].indexOf(o.extendWith) < 0) { throw invalid('extendWith', 'one of: background, copy, repeat, mirror', o.extendWith); } e.With = o.extendWith; }
    } else { throw invalid('extend', 'integer or object', o); }
    this.options.job.Extend = e;
    return this;
  };
  proto.rotate = function (angle, o) {
    var job = this.options.job;
    if (angle === undefined || angle === null) { job.AutoOrient = true; return this; }
    if (typeof angle !== 'number' || !isFinite(angle)) { throw invalid('angle', 'numeric', angle); }
    job.Angle = angle;
    job.Background = isObject(o) && o.background !== undefined ? color(o.background) : { R: 0, G: 0, B: 0, Alpha: 1 };
    this.options.angle = true;
    if (angle % 90 === 0) { job.RotateFirst = true; }
    return this;
  };
  proto.autoOrient = function () { return this.rotate(); };
  proto.trim = function (o) {
    var threshold = 10;
    if (typeof o === 'number') { threshold = o; } else if (isObject(o)) {
      if (o.threshold !== undefined) { threshold = o.threshold; }
      if (o.background !== undefined || o.lineArt) { throw absent('trim with a background', 'it trims what has the color of the first pixel'); }
    }
    this.options.job.Trim = number(threshold, 'threshold', 0, 255);
    return this;
  };
  function flag(method, member) { proto[method] = function (on) { this.options.job[member] = on === undefined ? true : !!on; return this; }; }
  [['flip', 'Flip'], ['flop', 'Flop'], ['greyscale', 'Grey'], ['grayscale', 'Grey'], ['normalise', 'Normalise'], ['normalize', 'Normalise'], ['negate', 'Negate']].forEach(function (p) { flag(p[0], p[1]); });
  proto.flatten = function (o) {
    if (o === false) { delete this.options.job.Flatten; return this; }
    this.options.job.Flatten = isObject(o) && o.background !== undefined ? color(o.background) : { R: 0, G: 0, B: 0, Alpha: 1 };
    return this;
  };
  proto.blur = function (sigma) {
    if (isObject(sigma)) { sigma = sigma.sigma; }
    this.options.job.Blur = sigma === undefined || sigma === null || sigma === true ? -1 : sigma === false ? 0 : number(sigma, 'sigma', 0.3, 1000);
    return this;
  };
  proto.sharpen = function (o) {
    if (isObject(o)) { o = o.sigma; }
    this.options.job.Sharpen = o === undefined || o === null || o === true ? -1 : o === false ? 0 : number(o, 'sigma', 0.000001, 10);
    return this;
  };
  proto.gamma = function (g) { this.options.job.Gamma = g === undefined ? 2.2 : number(g, 'gamma', 1, 3); return this; };
  proto.threshold = function (n) { this.options.job.Threshold = n === undefined || n === true ? 128 : n === false ? 0 : integer(n, 'threshold', 0, 255); return this; };
  proto.linear = function (a, b) {
    if (Array.isArray(a) || Array.isArray(b)) { throw absent('linear with a list', 'give one factor for all channels'); }
    this.options.job.Linear = [a === undefined || a === null ? 1 : a, b === undefined || b === null ? 0 : b];
    return this;
  };
  proto.modulate = function (o) {
    var job = this.options.job;
    if (!isObject(o)) { throw invalid('options', 'plain object', o); }
    ['brightness', 'saturation', 'lightness'].forEach(function (k) {
      if (o[k] === undefined) { return; }
      if (typeof o[k] !== 'number' || k !== 'lightness' && o[k] < 0) { throw invalid(k, k === 'lightness' ? 'number' : 'number above zero', o[k]); }
      job[k[0].toUpperCase() + k.slice(1)] = o[k] === 0 && k !== 'lightness' ? 1e-9 : o[k];
    });
    if (o.hue !== undefined) { job.Hue = integer(o.hue, 'hue', -Infinity) % 360; }
    return this;
  };
  proto.tint = function (c) { this.options.job.Tint = color(c); return this; };
  proto.ensureAlpha = function (a) {
    if (a !== undefined && a !== 1) { throw absent('ensureAlpha with a value', 'composite the image with dest-in'); }
    this.options.job.Alpha = 'add';
    return this;
  };
  proto.removeAlpha = function () { this.options.job.Alpha = 'remove'; return this; };
  proto.composite = function (list) {
    if (!Array.isArray(list)) { throw invalid('images to composite', 'array', list); }
    var own = this.options.layers = [];
    this.options.job.Layers = list.map(function (o) {
      if (!isObject(o)) { throw invalid('image to composite', 'object', o); }
      var source = isObject(o.input) && !isBuffer(o.input) ? input(undefined, o.input) : input(o.input, o), l = { Input: source[0] };
      if (isObject(o.input) && !isBuffer(o.input) && o.input.text) { throw absent('composite of a text'); }
      if (o.raw) { l.Input.Raw = { Width: o.raw.width, Height: o.raw.height, Channels: o.raw.channels }; }
      own.push(source);
      if (o.blend !== undefined) { if (blends.indexOf(o.blend) < 0) { throw ['saturate', 'overlay', 'colour-dodge', 'color-dodge', 'colour-burn', 'color-burn', 'hard-light', 'soft-light'].indexOf(o.blend) < 0 ? invalid('blend', 'valid blend name', o.blend) : absent('the blend ' + o.blend); } l.Blend = o.blend; }
      if (o.gravity !== undefined) { if (gravities[o.gravity] === undefined && names[o.gravity] === undefined) { throw invalid('gravity', 'valid gravity', o.gravity); } l.Gravity = gravities[o.gravity] === undefined ? names[o.gravity] : names[gravities[o.gravity]]; }
      if (o.tile !== undefined) { l.Tile = !!o.tile; }
      if ((o.left === undefined) !== (o.top === undefined)) { throw new Error('Expected both left and top to be set'); }
      if (o.left !== undefined) { l.Left = integer(o.left, 'left', -Infinity); l.Top = integer(o.top, 'top', -Infinity); }
      return l;
    });
    return this;
  };
  // The metadata of the input is never written.
  proto.withMetadata = proto.keepMetadata = proto.withExif = proto.keepExif = proto.withIccProfile = proto.keepIccProfile = function () {
    warn('EXIF, ICC profiles and density are not written in this server: withMetadata has no effect');
    return this;
  };
  var warned = {};
  function warn(text) {
    if (warned[text]) { return; }
    warned[text] = true;
    process.emitWarning('sharp: ' + text);
  }
  proto.timeout = proto.pipelineColourspace = proto.pipelineColorspace = function () { return this; };
  proto.toColourspace = proto.toColorspace = function (space) {
    if (space === 'b-w' || space === 'grey' || space === 'gray') { this.options.job.Grey = true; } else if (space !== 'srgb') { throw absent('the color space ' + space); }
    return this;
  };
  ['affine', 'median', 'unflatten', 'clahe', 'convolve', 'boolean', 'recomb', 'extractChannel', 'joinChannel', 'bandbool', 'tile', 'stats', 'avif', 'heif', 'jxl', 'jp2', 'withExifMerge', 'erode', 'dilate'].forEach(function (name) {
    proto[name] = function () { throw absent(name + '()'); };
  });
  proto.toFormat = function (format, o) {
    var name = isObject(format) && format.id ? format.id : format;
    if (foreign.indexOf(name) >= 0) { throw absent('the format ' + name, 'use jpeg, png, webp, gif or tiff'); }
    if (!formats[name] || name === 'jfif') { throw invalid('format', 'one of: heic, heif, avif, jpeg, jpg, jpe, tile, dz, png, raw, tiff, tif, webp, gif, jp2, jpx, j2k, j2c, jxl', format); }
    return this[formats[name]](o);
  };
  ['jpeg', 'png', 'webp', 'gif', 'tiff', 'raw'].forEach(function (name) {
    proto[name] = function (o) {
      var out = this.options.job.Output;
      if (isObject(o)) {
        if (o.quality !== undefined) { out.Quality = integer(o.quality, 'quality', 1, 100); }
        if (name === 'png' && o.compressionLevel !== undefined) { out.CompressionLevel = integer(o.compressionLevel, 'compressionLevel', 0, 9); }
      }
      if (name === 'webp' && !(isObject(o) && o.lossless)) { warn('WebP is written without loss in this server: the files are larger than those of Node'); }
      if (!isObject(o) || o.force !== false) { out.Format = name; this.options.chosen = true; }
      return this;
    };
  });

  var exported = Sharp;
  exported.align = { left: 'left', top: 'top', low: 'low', center: 'center', centre: 'centre', right: 'right', bottom: 'bottom', high: 'high' };
  exported.gravity = gravities;
  exported.strategy = strategies;
  exported.kernel = kernels;
  exported.fit = { contain: 'contain', cover: 'cover', fill: 'fill', inside: 'inside', outside: 'outside' };
  exported.position = positions;
  exported.colourspace = exported.colorspace = { multiband: 'multiband', 'b-w': 'b-w', bw: 'b-w', cmyk: 'cmyk', srgb: 'srgb' };
  exported.blend = {};
  blends.forEach(function (n) { exported.blend[n] = n; });
  exported.bool = { and: 'and', or: 'or', eor: 'eor' };
  exported.interpolators = { nearest: 'nearest', bilinear: 'bilinear', bicubic: 'bicubic', locallyBoundedBicubic: 'lbb', nohalo: 'nohalo', vertexSplitQuadraticBasisSpline: 'vsqbs' };
  exported.format = {};
  ['jpeg', 'png', 'webp', 'gif', 'tiff', 'raw'].forEach(function (id) {
    exported.format[id] = { id: id, input: { file: id !== 'raw', buffer: true, stream: true }, output: { file: true, buffer: true, stream: true } };
  });
  exported.versions = { sharp: '0.33.5', vips: '8.15.3' };
  exported.cache = function () { return { memory: { current: 0, high: 0, max: 0 }, files: { current: 0, max: 0 }, items: { current: 0, max: 0 } }; };
  exported.concurrency = function () { return require('os').cpus().length; };
  exported.counters = function () { return { queue: 0, process: 0 }; };
  exported.simd = function () { return false; };
  exported.block = exported.unblock = function () {};
  exported.queue = new (require('events'))();
  return exported;
})
