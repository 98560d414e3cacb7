// http2values: constants of http2, its errors, settings, and lists of headers.
var coded = require('errors').coded, validate = require('validate');

function upper(name) { return name.replace(/^:/, '').replace(/-/g, '_').toUpperCase(); }
var c = exports.constants = {};
function add(prefix, list) {
  list.split(' ').forEach(function (item) {
    var at = item.indexOf('=');
    c[prefix + item.slice(0, at)] = Number(item.slice(at + 1));
  });
}
add('', 'NGHTTP2_ERR_FRAME_SIZE_ERROR=-522 NGHTTP2_SESSION_SERVER=0 NGHTTP2_SESSION_CLIENT=1');
add('NGHTTP2_STREAM_STATE_', 'IDLE=1 OPEN=2 RESERVED_LOCAL=3 RESERVED_REMOTE=4 HALF_CLOSED_LOCAL=5 HALF_CLOSED_REMOTE=6 CLOSED=7');
add('NGHTTP2_FLAG_', 'NONE=0 END_STREAM=1 END_HEADERS=4 ACK=1 PADDED=8 PRIORITY=32');
add('DEFAULT_SETTINGS_', 'HEADER_TABLE_SIZE=4096 ENABLE_PUSH=1 MAX_CONCURRENT_STREAMS=4294967295 INITIAL_WINDOW_SIZE=65535 MAX_FRAME_SIZE=16384 MAX_HEADER_LIST_SIZE=65535 ENABLE_CONNECT_PROTOCOL=0');
add('', 'MAX_MAX_FRAME_SIZE=16777215 MIN_MAX_FRAME_SIZE=16384 MAX_INITIAL_WINDOW_SIZE=2147483647');
add('NGHTTP2_SETTINGS_', 'HEADER_TABLE_SIZE=1 ENABLE_PUSH=2 MAX_CONCURRENT_STREAMS=3 INITIAL_WINDOW_SIZE=4 MAX_FRAME_SIZE=5 MAX_HEADER_LIST_SIZE=6 ENABLE_CONNECT_PROTOCOL=8');
add('PADDING_STRATEGY_', 'NONE=0 ALIGNED=1 MAX=2 CALLBACK=1');
var codes = exports.codes = ['NO_ERROR', 'PROTOCOL_ERROR', 'INTERNAL_ERROR', 'FLOW_CONTROL_ERROR', 'SETTINGS_TIMEOUT', 'STREAM_CLOSED', 'FRAME_SIZE_ERROR', 'REFUSED_STREAM', 'CANCEL', 'COMPRESSION_ERROR', 'CONNECT_ERROR', 'ENHANCE_YOUR_CALM', 'INADEQUATE_SECURITY', 'HTTP_1_1_REQUIRED'];
codes.forEach(function (name, i) { c['NGHTTP2_' + name] = i; });
c.NGHTTP2_DEFAULT_WEIGHT = 16;
(':status :method :authority :scheme :path :protocol accept-encoding accept-language accept-ranges accept access-control-allow-credentials access-control-allow-headers access-control-allow-methods access-control-allow-origin ' +
  'access-control-expose-headers access-control-request-headers access-control-request-method age authorization cache-control connection content-disposition content-encoding content-length content-type cookie date etag ' +
  'forwarded host if-modified-since if-none-match if-range last-modified link location range referer server set-cookie strict-transport-security transfer-encoding te upgrade-insecure-requests upgrade user-agent vary ' +
  'x-content-type-options x-frame-options keep-alive proxy-connection x-xss-protection alt-svc content-security-policy early-data expect-ct origin purpose timing-allow-origin x-forwarded-for priority accept-charset ' +
  'access-control-max-age allow content-language content-location content-md5 content-range dnt expect expires from if-match if-unmodified-since max-forwards prefer proxy-authenticate proxy-authorization refresh retry-after ' +
  'trailer tk via warning www-authenticate http2-settings').split(' ').forEach(function (name) { c['HTTP2_HEADER_' + upper(name)] = name; });
('ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT CONNECT COPY DELETE GET HEAD LABEL LINK LOCK MERGE MKACTIVITY MKCALENDAR MKCOL MKREDIRECTREF MKWORKSPACE MOVE OPTIONS ORDERPATCH PATCH POST PRI PROPFIND PROPPATCH PUT REBIND ' +
  'REPORT SEARCH TRACE UNBIND UNCHECKOUT UNLINK UNLOCK UPDATE UPDATEREDIRECTREF VERSION-CONTROL').split(' ').forEach(function (name) { c['HTTP2_METHOD_' + upper(name)] = name; });
add('HTTP_STATUS_', 'CONTINUE=100 SWITCHING_PROTOCOLS=101 PROCESSING=102 EARLY_HINTS=103 OK=200 CREATED=201 ACCEPTED=202 NON_AUTHORITATIVE_INFORMATION=203 NO_CONTENT=204 RESET_CONTENT=205 PARTIAL_CONTENT=206 MULTI_STATUS=207 ' +
  'ALREADY_REPORTED=208 IM_USED=226 MULTIPLE_CHOICES=300 MOVED_PERMANENTLY=301 FOUND=302 SEE_OTHER=303 NOT_MODIFIED=304 USE_PROXY=305 TEMPORARY_REDIRECT=307 PERMANENT_REDIRECT=308 BAD_REQUEST=400 UNAUTHORIZED=401 ' +
  'PAYMENT_REQUIRED=402 FORBIDDEN=403 NOT_FOUND=404 METHOD_NOT_ALLOWED=405 NOT_ACCEPTABLE=406 PROXY_AUTHENTICATION_REQUIRED=407 REQUEST_TIMEOUT=408 CONFLICT=409 GONE=410 LENGTH_REQUIRED=411 PRECONDITION_FAILED=412 ' +
  'PAYLOAD_TOO_LARGE=413 URI_TOO_LONG=414 UNSUPPORTED_MEDIA_TYPE=415 RANGE_NOT_SATISFIABLE=416 EXPECTATION_FAILED=417 TEAPOT=418 MISDIRECTED_REQUEST=421 UNPROCESSABLE_ENTITY=422 LOCKED=423 FAILED_DEPENDENCY=424 ' +
  'TOO_EARLY=425 UPGRADE_REQUIRED=426 PRECONDITION_REQUIRED=428 TOO_MANY_REQUESTS=429 REQUEST_HEADER_FIELDS_TOO_LARGE=431 UNAVAILABLE_FOR_LEGAL_REASONS=451 INTERNAL_SERVER_ERROR=500 NOT_IMPLEMENTED=501 BAD_GATEWAY=502 ' +
  'SERVICE_UNAVAILABLE=503 GATEWAY_TIMEOUT=504 HTTP_VERSION_NOT_SUPPORTED=505 VARIANT_ALSO_NEGOTIATES=506 INSUFFICIENT_STORAGE=507 LOOP_DETECTED=508 BANDWIDTH_LIMIT_EXCEEDED=509 NOT_EXTENDED=510 NETWORK_AUTHENTICATION_REQUIRED=511');

// Errors
var texts = {
  ALTSVC_INVALID_ORIGIN: [TypeError, 'HTTP/2 ALTSVC frames require a valid origin'], ALTSVC_LENGTH: [TypeError, 'HTTP/2 ALTSVC frames are limited to 16382 bytes'],
  CONNECT_AUTHORITY: [Error, ':authority header is required for CONNECT requests'], CONNECT_PATH: [Error, 'The :path header is forbidden for CONNECT requests'],
  CONNECT_SCHEME: [Error, 'The :scheme header is forbidden for CONNECT requests'], GOAWAY_SESSION: [Error, 'New streams cannot be created after receiving a GOAWAY'],
  HEADERS_AFTER_RESPOND: [Error, 'Cannot specify additional headers after response initiated'], HEADERS_SENT: [Error, 'Response has already been initiated.'],
  HEADER_SINGLE_VALUE: [TypeError, 'Header field "%s" must only have a single value'], INFO_STATUS_NOT_ALLOWED: [RangeError, 'Informational status codes cannot be used'],
  INVALID_CONNECTION_HEADERS: [TypeError, 'HTTP/1 Connection specific headers are forbidden: "%s"'], INVALID_HEADER_VALUE: [TypeError, 'Invalid value "%s" for header "%s"'],
  INVALID_INFO_STATUS: [RangeError, 'Invalid informational status code: %s'], INVALID_ORIGIN: [TypeError, 'HTTP/2 ORIGIN frames require a valid origin'],
  INVALID_PACKED_SETTINGS_LENGTH: [RangeError, 'Packed settings length must be a multiple of six'], INVALID_PSEUDOHEADER: [TypeError, '"%s" is an invalid pseudoheader or is used incorrectly'],
  INVALID_SESSION: [Error, 'The session has been destroyed'], INVALID_STREAM: [Error, 'The stream has been destroyed'], MAX_PENDING_SETTINGS_ACK: [Error, 'Maximum number of pending settings acknowledgements'],
  NESTED_PUSH: [Error, 'A push stream cannot initiate another push stream.'], NO_SOCKET_MANIPULATION: [Error, 'HTTP/2 sockets should not be directly manipulated (e.g. read and written)'],
  ORIGIN_LENGTH: [TypeError, 'HTTP/2 ORIGIN frames are limited to 16382 bytes'], OUT_OF_STREAMS: [Error, 'No stream ID is available because maximum stream ID has been reached'],
  PAYLOAD_FORBIDDEN: [Error, 'Responses with %s status must not have a payload'], PING_CANCEL: [Error, 'HTTP2 ping cancelled'], PING_LENGTH: [RangeError, 'HTTP2 ping payload must be 8 bytes'],
  PSEUDOHEADER_NOT_ALLOWED: [TypeError, 'Cannot set HTTP/2 pseudo-headers'], PUSH_DISABLED: [Error, 'HTTP/2 client has disabled push streams'], SEND_FILE: [Error, 'Directories cannot be sent'],
  SEND_FILE_NOSEEK: [Error, 'Offset or length can only be specified for regular files'], SESSION_ERROR: [Error, 'Session closed with error code %s'], SETTINGS_CANCEL: [Error, 'HTTP2 session settings canceled'],
  SOCKET_BOUND: [Error, 'The socket is already bound to an Http2Session'], SOCKET_UNBOUND: [Error, 'The socket has been disconnected from the Http2Session'],
  STATUS_101: [Error, 'HTTP status code 101 (Switching Protocols) is forbidden in HTTP/2'], STATUS_INVALID: [RangeError, 'Invalid status code: %s'], STREAM_ERROR: [Error, 'Stream closed with error code %s'],
  TOO_MANY_CUSTOM_SETTINGS: [Error, 'Number of custom settings exceeds MAX_ADDITIONAL_SETTINGS'], TRAILERS_ALREADY_SENT: [Error, 'Trailing headers have already been sent'],
  TRAILERS_NOT_READY: [Error, 'Trailing headers cannot be sent until after the wantTrailers event is emitted'], UNSUPPORTED_PROTOCOL: [Error, 'protocol "%s" is unsupported.']
};
var fault = exports.fault = function (name) {
  var values = Array.prototype.slice.call(arguments, 1), t = texts[name];
  return coded(t[0], 'ERR_HTTP2_' + name, t[1].replace(/%s/g, function () { return String(values.shift()); }));
};
// canceled is the error of streams that have not begun when their session ends.
exports.canceled = function (cause) {
  var e = coded(Error, 'ERR_HTTP2_STREAM_CANCEL', 'The pending stream has been canceled' + (cause && typeof cause.message === 'string' ? ' (caused by: ' + cause.message + ')' : ''));
  if (cause) { e.cause = cause; }
  return e;
};
exports.streamError = function (code) { return fault('STREAM_ERROR', codes[code] ? 'NGHTTP2_' + codes[code] : code); };
exports.token = function (name) { return coded(TypeError, 'ERR_INVALID_HTTP_TOKEN', 'Header name must be a valid HTTP token ["' + name + '"]'); };
exports.object = function (v, name, types) {
  if (v !== undefined && (v === null || typeof v !== 'object' || Array.isArray(v))) { throw require('errors').argument(name, types || 'of type object', v); }
};

// Settings
var members = [['headerTableSize', 1, 0, 4294967295], ['enablePush', 2], ['maxConcurrentStreams', 3, 0, 4294967295], ['initialWindowSize', 4, 0, 2147483647], ['maxFrameSize', 5, 16384, 16777215], ['maxHeaderListSize', 6, 0, 4294967295], ['enableConnectProtocol', 8]];
function invalidSetting(Type, name, actual, min, max) {
  var e = coded(Type, 'ERR_HTTP2_INVALID_SETTING_VALUE', 'Invalid value for setting "' + name + '": ' + `${actual}`);
  e.actual = actual;
  if (min !== undefined) { e.min = min; e.max = max; }
  return e;
}
function within(name, v, min, max) { if (v !== undefined && (typeof v !== 'number' || v < min || v > max)) { throw invalidSetting(RangeError, name, v, min, max); } }
exports.checkSettings = function (s) {
  if (s === undefined) { return; }
  exports.object(s.customSettings, 'customSettings', 'an instance of Number');
  if (s.customSettings) {
    var own = Object.keys(s.customSettings);
    if (own.length > 10) { throw fault('TOO_MANY_CUSTOM_SETTINGS'); }
    own.forEach(function (k) {
      within('customSettings:id', Number(k), 0, 65535);
      within('customSettings:value', Number(s.customSettings[k]), 0, 4294967295);
    });
  }
  members.forEach(function (m) { if (m.length > 2) { within(m[0], s[m[0]], m[2], m[3]); } });
  within('maxHeaderSize', s.maxHeaderSize, 0, 4294967295);
  ['enablePush', 'enableConnectProtocol'].forEach(function (k) { if (s[k] !== undefined && typeof s[k] !== 'boolean') { throw invalidSetting(TypeError, k, s[k]); } });
};
// listSettings makes a list of alternating numbers and values.
exports.listSettings = function (s) {
  var out = [];
  Object.keys(s.customSettings || {}).forEach(function (k) { if (typeof s.customSettings[k] === 'number') { out.push(Number(k), s.customSettings[k]); } });
  members.forEach(function (m) {
    var v = s[m[0]];
    if (m[1] === 6 && s.maxHeaderSize !== undefined) { v = s.maxHeaderSize; }
    if (typeof v === (m.length > 2 ? 'number' : 'boolean')) { out.push(m[1], Number(v)); }
  });
  return out;
};
// applySettings is the opposite: it changes settings by such a list.
exports.applySettings = function (s, list, custom) {
  for (var i = 0; i < list.length; i += 2) {
    var m = members.find(function (m) { return m[1] === list[i]; });
    if (!m) {
      if (!custom || custom.indexOf(list[i]) >= 0) { (s.customSettings = s.customSettings || {})[list[i]] = list[i + 1]; }
      continue;
    }
    s[m[0]] = m.length > 2 ? list[i + 1] : list[i + 1] !== 0;
    if (m[1] === 6) { s.maxHeaderSize = list[i + 1]; }
  }
  return s;
};
exports.defaults = function () {
  return Object.assign(Object.create(null), { headerTableSize: 4096, enablePush: true, initialWindowSize: 65535, maxFrameSize: 16384, maxConcurrentStreams: 4294967295, maxHeaderSize: 65535, maxHeaderListSize: 65535, enableConnectProtocol: false });
};
exports.pack = function (s) {
  exports.object(s, 'settings');
  exports.checkSettings(s);
  var list = s ? exports.listSettings(s) : [], out = Buffer.alloc(list.length * 3);
  for (var i = 0; i < list.length; i += 2) { out.writeUInt16BE(list[i], i * 3); out.writeUInt32BE(list[i + 1], i * 3 + 2); }
  return out;
};
exports.unpack = function (buf, o) {
  if (!ArrayBuffer.isView(buf) || buf.length === undefined) { throw require('errors').argument('buf', 'an instance of Buffer or TypedArray', buf); }
  if (buf.length % 6) { throw fault('INVALID_PACKED_SETTINGS_LENGTH'); }
  var b = Buffer.from(buf.buffer, buf.byteOffset, buf.byteLength), list = [];
  for (var i = 0; i < b.length; i += 6) { list.push(b.readUInt16BE(i), b.readUInt32BE(i + 2)); }
  var s = exports.applySettings({}, list);
  if (o !== null && o !== undefined && o.validate) { exports.checkSettings(s); }
  return s;
};

// Headers
var sensitive = exports.sensitive = Symbol('sensitiveHeaders');
var pseudo = new Set([':status', ':method', ':authority', ':scheme', ':path', ':protocol']);
var single = new Set((':status :method :authority :scheme :path :protocol access-control-allow-credentials access-control-max-age access-control-request-method age authorization content-encoding content-language content-length ' +
  'content-location content-md5 content-range content-type date dnt etag expires from host if-match if-modified-since if-none-match if-range if-unmodified-since last-modified location max-forwards proxy-authorization range ' +
  'referer retry-after tk upgrade-insecure-requests user-agent x-content-type-options').split(' '));
exports.pseudo = function (name) { if (!pseudo.has(name)) { throw fault('INVALID_PSEUDOHEADER', name); } };
exports.pseudoOfResponse = function (name) { if (name !== ':status') { throw fault('INVALID_PSEUDOHEADER', name); } };
exports.pseudoOfTrailers = function (name) { throw fault('INVALID_PSEUDOHEADER', name); };
function ofHTTP1(name, value) { return name === 'te' ? value !== 'trailers' : ['connection', 'upgrade', 'http2-settings', 'keep-alive', 'proxy-connection', 'transfer-encoding'].indexOf(name) >= 0; }
// list makes a list of alternating names and values, and one of the names that are sensitive.
exports.list = function (headers, check) {
  var first = [], rest = [], seen = new Set(), secret = (headers[sensitive] || []).map(function (n) { return n.toLowerCase(); });
  Object.keys(headers).forEach(function (key) {
    var value = headers[key], name = key.toLowerCase();
    if (value === undefined || key === '') { return; }
    if (Array.isArray(value)) {
      if (!value.length) { return; }
      if (value.length > 1 && single.has(name)) { throw fault('HEADER_SINGLE_VALUE', name); }
    } else { value = [value]; }
    value = value.map(String);
    if (single.has(name)) {
      if (seen.has(name)) { throw fault('HEADER_SINGLE_VALUE', name); }
      seen.add(name);
    }
    if (name[0] === ':') { (check || exports.pseudo)(name); first.push(name, value[0]); return; }
    if (name.indexOf(' ') >= 0) { throw exports.token(name); }
    if (ofHTTP1(name, value[0])) { throw fault('INVALID_CONNECTION_HEADERS', name); }
    value.forEach(function (v) { rest.push(name, v); });
  });
  return { list: first.concat(rest), secret: secret };
};
// fields is the opposite.
exports.fields = function (list, secret) {
  var out = Object.create(null);
  for (var i = 0; i < list.length; i += 2) {
    var name = list[i], value = name === ':status' ? list[i + 1] | 0 : list[i + 1], had = out[name];
    if (had === undefined) { out[name] = name === 'set-cookie' ? [value] : value; } else if (!single.has(name)) {
      if (name === 'set-cookie') { had.push(value); } else { out[name] = had + (name === 'cookie' ? '; ' : ', ') + value; }
    }
  }
  out[sensitive] = secret;
  return out;
};
exports.authority = function (headers) { return headers[':authority'] !== undefined ? headers[':authority'] : headers.host; };
exports.copy = function (headers) { return Object.assign(Object.create(null), headers); };
// timeouts gives a class setTimeout and _touch.
exports.timeouts = function (Class) {
  Class.prototype.setTimeout = function (ms, fn) {
    if (this.destroyed) { return this; }
    if (typeof ms !== 'number') { throw require('errors').argument('msecs', 'of type number', ms); }
    if (fn !== undefined) { validate.func(fn, 'callback'); }
    clearTimeout(this._timer);
    this._timer = null;
    if (ms === 0) { if (fn) { this.removeListener('timeout', fn); } return this; }
    var self = this;
    self._timer = setTimeout(function () { if (!self.destroyed) { self._late(); } }, ms);
    self._timer.unref();
    if (fn) { self.once('timeout', fn); }
    return self;
  };
};
