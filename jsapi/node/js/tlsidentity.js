// tlsidentity: whether the certificate of a server is for the name that a client asked for.
var net = require('net'), errors = require('errors');

// alternatives reads subjectAltName: entries with special characters are quoted as in JSON.
function alternatives(altNames) {
  if (altNames && !altNames.includes('"')) { return altNames.split(', '); }
  var list = [], rest = altNames;
  while (rest) {
    var quoted = /^([^",]*)("(?:[^"\\]|\\.)*")?([^,]*)(?:, |$)/.exec(rest);
    if (!quoted || !quoted[0]) { break; }
    list.push(quoted[1] + (quoted[2] ? JSON.parse(quoted[2]) : '') + quoted[3]);
    rest = rest.slice(quoted[0].length);
  }
  return list;
}
function after(list, kind) { return list.filter(function (n) { return n.indexOf(kind) === 0; }).map(function (n) { return n.slice(kind.length); }); }
function labels(name) { return String(name).replace(/\.$/, '').toLowerCase().split('.'); }
// One star in the first label stands for a part of it, where two labels or more follow.
function matches(host, pattern) {
  var want = labels(pattern), first = want[0], parts = first.split('*');
  if (!pattern || want.length !== host.length || want.indexOf('') >= 0 || want.some(function (l) { return /[^\u0021-\u007f]/.test(l); })) { return false; }
  if (host.slice(1).join('.') !== want.slice(1).join('.')) { return false; }
  if (parts.length === 1 || first.indexOf('xn--') >= 0) { return host[0] === first; }
  return parts.length === 2 && want.length > 2 && host[0].length >= first.length - 1 && host[0].startsWith(parts[0]) && host[0].endsWith(parts[1]);
}
// plain writes an address in one way.
function plain(address) {
  if (net.isIP(address) !== 6) { return net.isIP(address) ? address : undefined; }
  return new URL('http://[' + address.replace(/%.*$/, '') + ']/').hostname.slice(1, -1);
}
module.exports = function checkServerIdentity(hostname, cert) {
  var host = `${hostname}`, subject = cert.subject, names = cert.subjectaltname, list = alternatives(names), domains = after(list, 'DNS:'), common = subject && subject.CN, reason = '';
  var name = host.replace(/\.$/, ''), parts = labels(name), fits = function (n) { return matches(parts, n); };
  if (net.isIP(name)) {
    var addresses = after(list, 'IP Address:').map(plain);
    if (addresses.indexOf(plain(name)) < 0) { reason = 'IP: ' + name + " is not in the cert's list: " + addresses.join(', '); }
  } else if (domains.length) {
    if (!domains.some(fits)) { reason = 'Host: ' + name + ". is not in the cert's altnames: " + names; }
  } else if (common) {
    if (![].concat(common).some(fits)) { reason = 'Host: ' + name + ". is not cert's CN: " + common; }
  } else { reason = 'Cert does not contain a DNS name'; }
  if (!reason) { return undefined; }
  var e = errors.coded(Error, 'ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames: " + reason);
  return Object.assign(e, { reason: reason, host: name, cert: cert });
};
