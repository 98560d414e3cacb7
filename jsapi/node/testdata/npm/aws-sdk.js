const AWS = require('aws-sdk'), http = require('http');
const seen = [];
const server = http.createServer((req, res) => {
  let t = ''; req.on('data', c => { t += c; }).on('end', () => {
    seen.push([req.method, req.url, t, /^AWS4-HMAC-SHA256 /.test(req.headers.authorization)]);
    if (req.method === 'PUT') { res.setHeader('ETag', '"e"'); res.end(); } else if (/list-type/.test(req.url)) { res.setHeader('Content-Type', 'application/xml'); res.end('<?xml version="1.0"?><ListBucketResult><Contents><Key>k.txt</Key><Size>4</Size></Contents></ListBucketResult>'); } else if (req.url === '/b/none') { res.statusCode = 404; res.end('<Error><Code>NoSuchKey</Code><Message>gone</Message></Error>'); } else { res.end('body'); }
  });
});
await new Promise(ok => server.listen(0, '127.0.0.1', ok));
const s3 = new AWS.S3({ endpoint: 'http://127.0.0.1:' + server.address().port, s3ForcePathStyle: true, signatureVersion: 'v4', region: 'eu-west-1', accessKeyId: 'a', secretAccessKey: 's', maxRetries: 0 });
assert.strictEqual((await s3.putObject({ Bucket: 'b', Key: 'k.txt', Body: 'data' }).promise()).ETag, '"e"');
assert.strictEqual((await s3.getObject({ Bucket: 'b', Key: 'k.txt' }).promise()).Body.toString(), 'body');
assert.strictEqual((await s3.listObjectsV2({ Bucket: 'b' }).promise()).Contents[0].Key, 'k.txt');
await assert.rejects(s3.getObject({ Bucket: 'b', Key: 'none' }).promise(), e => e.code === 'NoSuchKey' && e.statusCode === 404);
assert.deepStrictEqual(seen[0], ['PUT', '/b/k.txt', 'data', true]);
assert.ok(/X-Amz-Signature=/.test(s3.getSignedUrl('getObject', { Bucket: 'b', Key: 'k' })));
server.closeAllConnections();
await new Promise(ok => server.close(ok));
