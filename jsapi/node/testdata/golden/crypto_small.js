// RSA keys of less than 1024 bits, as old records of DKIM have them.
const crypto = require('crypto');
const given = `-----BEGIN RSA PRIVATE KEY-----
MIIBywIBAAJhAMTPB7wMfslGz8w4jlHbXEhZZd/9w6gWcJ47ESqbjvE5ESqEn/BL
43UADh2J/GtwFUfXO+Wo1MtI23KkBORNEnkX0un9F6uWtaML3C+REmDDkyT6reRw
4cqEQ2mFBFBdZQIDAQABAmEAs6DiRliBP+RJtPPJshys1bwCp7ZN5hTVJRZ0TJc+
mByl9lCmSgR5zkgGmh9fLBBXP7HzqIIvxQaKOREBpCO7DVm+VLhVSXd/F0n5edE/
3m95i+RdqBU36XyFSkZkPtMBAjEA+xMRKsm8O/J5rxBUCwzg4xvQH/KYz8IS6yBv
udotwyESOXwOkdMFld4Nmx6Fw/k9AjEAyKtut324jxrg/suf6bJHfmhtjQi04Qxx
E/tgHifFA9+M9Rcc/hqorrljjcbhridJAjEArSmpXWllebLyWdtZG4X2VKyKDn6z
BhdEFQZ6CCSCC2Jzv1HgepKf94z+tU2H1HHBAjASgAuTCxoqx1Wa5/b0OqVwt/vx
lq3mWZlLOE+iOBRnyQJbzie0HY0Tnq/Y8E76GVECMDn9PbkUV2QIcJMcGMnW3DZX
tzXlURu6y7AG3uw8ro8hjBIfD5cPP3VefNA1pxY+3w==
-----END RSA PRIVATE KEY-----`;
for (const name of ['RSA-SHA256', 'sha1', 'md5', 'sha512']) {
  try { console.log(name, crypto.createSign(name).update('text').sign(given, 'base64')); } catch (e) { console.log(name, e.code, e.message.split(':').pop()); }
}
for (const bits of [512, 768, 1000]) {
  const { privateKey, publicKey } = crypto.generateKeyPairSync('rsa', { modulusLength: bits });
  const attempt = fn => { try { return String(fn()); } catch (e) { return e.code + ' ' + e.message.split(':').pop(); } };
  console.log(bits, privateKey.asymmetricKeyDetails);
  for (const padding of [crypto.constants.RSA_PKCS1_PADDING, crypto.constants.RSA_PKCS1_PSS_PADDING]) {
    for (const digest of ['sha1', 'sha256', 'sha512']) {
      console.log(padding, digest, attempt(() => {
        const signature = crypto.sign(digest, Buffer.from('text'), { key: privateKey, padding });
        const good = crypto.verify(digest, Buffer.from('text'), { key: publicKey, padding }, signature);
        return [signature.length, good, crypto.verify(digest, Buffer.from('other'), { key: publicKey, padding }, signature), crypto.verify(digest, Buffer.from('text'), { key: publicKey, padding }, signature.subarray(1))];
      }));
    }
  }
  console.log(attempt(() => crypto.privateDecrypt(privateKey, crypto.publicEncrypt(publicKey, Buffer.from('hidden')))));
  console.log(attempt(() => crypto.privateDecrypt({ key: privateKey, oaepHash: 'sha256' }, crypto.publicEncrypt({ key: publicKey, oaepHash: 'sha256' }, Buffer.from('')))));
  console.log(attempt(() => crypto.privateDecrypt({ key: privateKey, oaepLabel: Buffer.from('x') }, crypto.publicEncrypt(publicKey, Buffer.from('hidden')))));
  console.log(attempt(() => crypto.publicEncrypt({ key: publicKey, padding: crypto.constants.RSA_PKCS1_PADDING }, Buffer.from('hidden')).length));
  console.log(attempt(() => crypto.publicDecrypt(publicKey, crypto.privateEncrypt(privateKey, Buffer.from('hidden')))));
  const jwk = privateKey.export({ format: 'jwk' });
  console.log(attempt(() => crypto.createSign('sha1').update('a').sign(crypto.createPrivateKey({ key: jwk, format: 'jwk' })).length));
}
