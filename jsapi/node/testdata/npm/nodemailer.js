const nodemailer = require('nodemailer'), net = require('net');
const said = [];
const server = net.createServer(s => {
  let mail = false;
  s.write('220 test\r\n');
  s.setEncoding('utf8').on('data', t => {
    said.push(t);
    if (mail) { if (/\r\n\.\r\n$/.test(said.join(''))) { mail = false; s.write('250 taken\r\n'); } return; }
    if (/^EHLO/.test(t)) { s.write('250-test\r\n250 AUTH PLAIN\r\n'); } else if (/^AUTH/.test(t)) { s.write('235 in\r\n'); } else if (/^DATA/.test(t)) { mail = true; s.write('354 go\r\n'); } else if (/^QUIT/.test(t)) { s.end('221 bye\r\n'); } else { s.write('250 ok\r\n'); }
  }).on('error', () => {});
});
await new Promise(ok => server.listen(0, '127.0.0.1', ok));
const transport = nodemailer.createTransport({ host: '127.0.0.1', port: server.address().port, auth: { user: 'u', pass: 'p' } });
const info = await transport.sendMail({ from: 'a@x.org', to: 'b@x.org', subject: 'Grüße', text: 'plain', html: '<b>bold</b>', attachments: [{ filename: 'f.txt', content: 'file' }] });
assert.deepStrictEqual(info.accepted, ['b@x.org']);
const all = said.join('');
assert.ok(/MAIL FROM:<a@x\.org>/.test(all) && /multipart\/alternative/.test(all) && /Subject: =\?UTF-8\?/.test(all) && all.includes(Buffer.from('file').toString('base64')));
const json = await nodemailer.createTransport({ jsonTransport: true }).sendMail({ from: 'a@x.org', to: 'b@x.org', text: 't' });
assert.strictEqual(JSON.parse(json.message).text, 't');
await new Promise(ok => server.close(ok));
