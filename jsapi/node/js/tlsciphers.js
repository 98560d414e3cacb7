// tlsciphers: what a text in the language of OpenSSL selects of the ciphers of TLS up to 1.2, and of the suites of 1.3.
var validate = require('validate'), failure = require('opensslerror');

// Those with a number can be used here; the others are known by name, so that a text which
// selects them is no mistake.
var numbers = {
  'ECDHE-ECDSA-AES128-GCM-SHA256': 0xc02b, 'ECDHE-RSA-AES128-GCM-SHA256': 0xc02f, 'ECDHE-ECDSA-AES256-GCM-SHA384': 0xc02c, 'ECDHE-RSA-AES256-GCM-SHA384': 0xc030,
  'ECDHE-ECDSA-CHACHA20-POLY1305': 0xcca9, 'ECDHE-RSA-CHACHA20-POLY1305': 0xcca8, 'ECDHE-ECDSA-AES128-SHA256': 0xc023, 'ECDHE-RSA-AES128-SHA256': 0xc027,
  'ECDHE-ECDSA-AES128-SHA': 0xc009, 'ECDHE-RSA-AES128-SHA': 0xc013, 'ECDHE-ECDSA-AES256-SHA': 0xc00a, 'ECDHE-RSA-AES256-SHA': 0xc014,
  'AES128-GCM-SHA256': 0x9c, 'AES256-GCM-SHA384': 0x9d, 'AES128-SHA256': 0x3c, 'AES128-SHA': 0x2f, 'AES256-SHA': 0x35
};
var listed = [
  'AES128-GCM-SHA256', 'AES128-SHA', 'AES128-SHA256', 'AES256-GCM-SHA384', 'AES256-SHA', 'AES256-SHA256', 'DHE-PSK-AES128-CBC-SHA', 'DHE-PSK-AES128-CBC-SHA256', 'DHE-PSK-AES128-GCM-SHA256',
  'DHE-PSK-AES256-CBC-SHA', 'DHE-PSK-AES256-CBC-SHA384', 'DHE-PSK-AES256-GCM-SHA384', 'DHE-PSK-CHACHA20-POLY1305', 'DHE-RSA-AES128-GCM-SHA256', 'DHE-RSA-AES128-SHA', 'DHE-RSA-AES128-SHA256',
  'DHE-RSA-AES256-GCM-SHA384', 'DHE-RSA-AES256-SHA', 'DHE-RSA-AES256-SHA256', 'DHE-RSA-CHACHA20-POLY1305', 'ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES128-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-ECDSA-AES256-SHA', 'ECDHE-ECDSA-AES256-SHA384', 'ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-PSK-AES128-CBC-SHA', 'ECDHE-PSK-AES128-CBC-SHA256',
  'ECDHE-PSK-AES256-CBC-SHA', 'ECDHE-PSK-AES256-CBC-SHA384', 'ECDHE-PSK-CHACHA20-POLY1305', 'ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-SHA', 'ECDHE-RSA-AES128-SHA256',
  'ECDHE-RSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-SHA', 'ECDHE-RSA-AES256-SHA384', 'ECDHE-RSA-CHACHA20-POLY1305', 'PSK-AES128-CBC-SHA', 'PSK-AES128-CBC-SHA256', 'PSK-AES128-GCM-SHA256',
  'PSK-AES256-CBC-SHA', 'PSK-AES256-CBC-SHA384', 'PSK-AES256-GCM-SHA384', 'PSK-CHACHA20-POLY1305', 'RSA-PSK-AES128-CBC-SHA', 'RSA-PSK-AES128-CBC-SHA256', 'RSA-PSK-AES128-GCM-SHA256',
  'RSA-PSK-AES256-CBC-SHA', 'RSA-PSK-AES256-CBC-SHA384', 'RSA-PSK-AES256-GCM-SHA384', 'RSA-PSK-CHACHA20-POLY1305', 'SRP-AES-128-CBC-SHA', 'SRP-AES-256-CBC-SHA', 'SRP-RSA-AES-128-CBC-SHA',
  'SRP-RSA-AES-256-CBC-SHA'
];
var known = listed.concat(['AES128-CCM', 'AES256-CCM8', 'ECDHE-ECDSA-AES128-CCM', 'CAMELLIA128-SHA', 'CAMELLIA256-SHA256', 'ARIA128-GCM-SHA256', 'ADH-AES128-SHA', 'AECDH-AES128-SHA', 'NULL-MD5', 'NULL-SHA256']);
var suites = ['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'], rare = ['TLS_AES_128_CCM_SHA256', 'TLS_AES_128_CCM_8_SHA256'];

function exchange(n) { return /^(A?ECDHE?|DHE|ADH|PSK|RSA-PSK|SRP)-/.test(n) ? n.replace(/-.*$/, '') : 'RSA'; }
// What the words stand for that are no names.
var words = {
  ALL: /^(?!NULL)/, COMPLEMENTOFALL: /^NULL/, HIGH: /^(?!NULL)/, DEFAULT: /^(?!NULL|A?ADH|AECDH)/, COMPLEMENTOFDEFAULT: /^(ADH|AECDH)/, aNULL: /^(ADH|AECDH)/, ADH: /^ADH/, AECDH: /^AECDH/, eNULL: /^NULL/, NULL: /^NULL/,
  kEDH: /^(DHE|ADH)/, kDHE: /^(DHE|ADH)/, DHE: /^DHE/, EDH: /^DHE/, DH: /^(DHE|ADH)/, kECDHE: /^(ECDHE|AECDH)/, kEECDH: /^(ECDHE|AECDH)/, ECDHE: /^ECDHE/, EECDH: /^ECDHE/, ECDH: /^(ECDHE|AECDH)/,
  aECDSA: /ECDSA/, ECDSA: /ECDSA/, PSK: /PSK/, kPSK: /^PSK/, SRP: /^SRP/, AES: /AES/, AES128: /AES-?128/, AES256: /AES-?256/, AESGCM: /AES.*GCM/, AESCCM: /AES.*CCM/, AESCCM8: /CCM8/, CHACHA20: /CHACHA/, CAMELLIA: /CAMELLIA/,
  CAMELLIA128: /CAMELLIA128/, CAMELLIA256: /CAMELLIA256/, ARIA: /ARIA/, ARIA128: /ARIA128/, ARIAGCM: /ARIA/, SHA1: /-SHA$/, SHA: /-SHA$/, SHA256: /-SHA256$/, SHA384: /-SHA384$/, MD5: /MD5/,
  'TLSv1.2': /GCM|CCM|CHACHA|SHA256$|SHA384$/, 'TLSv1.0': /-SHA$|MD5/, TLSv1: /-SHA$|MD5/, SSLv3: /-SHA$|MD5/, FIPS: /AES/, SUITEB128: /^ECDHE-ECDSA-AES.*GCM/, SUITEB128ONLY: /^ECDHE-ECDSA-AES128-GCM/, SUITEB192: /^ECDHE-ECDSA-AES256-GCM/
};
function selects(word, name) {
  if (word === 'kRSA' || word === 'RSA') { return exchange(name) === 'RSA'; }
  if (word === 'aRSA') { return exchange(name) === 'RSA' || /-RSA-/.test(name); }
  return word === name || Object.prototype.hasOwnProperty.call(words, word) && words[word].test(name);
}
function olderThan13(text) {
  var chosen = new Set(), never = new Set();
  text.split(/[:, ;]+/).filter(Boolean).forEach(function (rule) {
    var sign = /^[!+-]/.test(rule) ? rule[0] : '', at = rule.indexOf('@'), parts;
    if (at >= 0) {
      if (!/^@(STRENGTH|SECLEVEL=[0-5])$/.test(rule.slice(at))) { throw failure('error:0A000118:SSL routines::invalid command', 'ERR_SSL_INVALID_COMMAND'); }
      rule = rule.slice(0, at);
    }
    parts = rule.slice(sign.length).split('+');
    known.forEach(function (name) {
      if (!rule || never.has(name) || !parts.every(function (word) { return selects(word, name); })) { return; }
      if (sign === '') { chosen.add(name); } else if (sign !== '+') { chosen.delete(name); }
      if (sign === '!') { never.add(name); }
    });
  });
  if (!chosen.size) { throw failure('error:0A0000B9:SSL routines::no cipher match', 'ERR_SSL_NO_CIPHER_MATCH'); }
  return Array.from(chosen, function (name) { return numbers[name]; }).filter(Boolean);
}
// parse returns the numbers of what a text selects up to TLS 1.2, and whether it names suites of 1.3 only; all is
// false where it names some of these.
exports.parse = function (text, name) {
  var parts = text.split(':'), own = parts.filter(function (p) { return /^TLS_/.test(p) || /^!TLS_/.test(p); }), older = parts.filter(function (p) { return p && own.indexOf(p) < 0; }).join(':');
  if (!own.length && !older) { throw validate.invalidValue(name, parts); }
  if (own.length && !own.some(function (p) { return suites.indexOf(p) >= 0 || rare.indexOf(p) >= 0; })) { throw failure('error:0A0000B9:SSL routines::no cipher match', 'ERR_SSL_NO_CIPHER_MATCH'); }
  return { older: older ? olderThan13(older) : [], only13: !older, all: !own.length || suites.every(function (p) { return own.indexOf(p) >= 0; }) };
};
exports.names = function () { return listed.concat(rare, suites).map(function (n) { return n.toLowerCase(); }).sort(); };
