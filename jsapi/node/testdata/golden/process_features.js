// What programs ask to learn whether there is TLS and which OpenSSL.
const [major, minor, patch] = process.versions.openssl.split('.').map(Number);
console.log(require('crypto').constants.OPENSSL_VERSION_NUMBER === major * 2 ** 28 + minor * 2 ** 20 + patch * 2 ** 4);
console.log(['debug', 'uv', 'ipv6', 'tls_alpn', 'tls_sni', 'tls'].map(k => process.features[k]));
