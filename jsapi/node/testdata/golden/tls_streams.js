// TLS over streams that are no sockets, bundles of PKCS #12, several certificates, sessions that are resumed.
const https = require('https'), tls = require('tls'), { Duplex } = require('stream'), { once } = require('events');
// For this test alone, valid for a hundred years.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg7iTsJn0heJbJerJI
zP+zgeIQ2yBaSQGEFmsRnU5rkhuhRANCAASTm6+yGrUmHkFiFul6xrLcXFyPQQYm
ZxL7IAkOFoZ0NKCJ0ne8R0j3wbG2t9a0frftFprGhO8u1kYQfs/v9CnX
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUINskub7muldbS/VXPwBAZtil71IwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTEwMzkwNloYDzIxMjYxMDI4
MTAzOTA2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASTm6+yGrUmHkFiFul6xrLcXFyPQQYmZxL7IAkOFoZ0NKCJ0ne8R0j3
wbG2t9a0frftFprGhO8u1kYQfs/v9CnXo28wbTAdBgNVHQ4EFgQUroAWTkredvHy
N5Sf8cgSDX9bOwwwHwYDVR0jBBgwFoAUroAWTkredvHyN5Sf8cgSDX9bOwwwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIge7D5EAohjgNCvdy4LZYLmcHwaXDHFc+oAEID3SLuFAgCIATW
e/HCNKvwD8x9XuGKVGKno4ubVZEKTxyWa90JZZAo
-----END CERTIFICATE-----`;
const otherKey = `-----BEGIN PRIVATE KEY-----
MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQDAPzyoiLpNxxMX
zR9IH/ym/tpQ4Huo/HWuE9Aq3yUHydiYR08LXI1d5++P8wyPYtoz9gMv4ezl3j9M
Ha8PN2AsyjiRa7VyQs1oJHHAe0JOyCygrw2xgmSJ5kfbsdAG1KBAqL4udc3clN5j
YelH6akWWHsGshvwOiHW63W9034gekIQStrqMmzfFx6A/nm8TRtOCwwybn0Qk+2u
3mJCVGjPA8E+Nb97XSVbmDwAaNbvH4GK8c8YovyIlpVshWVzR6D53lTKIhcbhSVt
Zm5/h6nZo/6lRSfNjSgQdSq+NzaSCx9O3LIJt6zhybxpQKAzHtyrw2CRYo8nhEJy
YwWcCTxpAgMBAAECggEAOVmEAGjNXw9wmCyWVN9J8Q1c1jypVyd8+aGqe2eW9eRW
a1L2dxa0i1t54TDpwcqE+nQ8zidxEr/ClTPTuc/Urnfi+Squ9beM7DDXCEsc5ECd
449lH9ucn3ClZhn8y1TZu4A7P8Pf1hpI30/hlhTT3rkldkFiyT6mQqV6OdciLJCW
29S3KYmnVHTTaPOSI2+yuB2szfTfOw3z6Nyn4Ayq9fHpl4/ca5U1+Jw8a/a9Mo7q
3c7GsHcjKwbM2ACsel1BV7Hr3TeiLan/zQ0aCvcZ0R24hHeawheEYffsCA8rq3PH
8pSztxrF+ZzVUW70hdw+DQ06iWbwFaAWRy/5veJaAwKBgQD6NbfduIxhxVRtDfje
9Di7e33UBJWIXV2dacbIeWQuQ49LISXRJSDubBfM6BuTuta2lYOx2+WfbPOv2slL
iuZPj/BSJDQjslaBOo2/Kn5gvqIgPP+3CvP7pBGoErofLyiqMeF+TDl2bD8T/xdU
t2IENDes2yEQaSvmCuJHXdJ0zwKBgQDEsiNVhlTyEccKzsRu4gIoea6auZtsXqjv
V4B9TVjq3U8cAxPEksZkNHJt3+IH/pb1zo0idxwbEJJyCnhxeAInDD/rwezVJxEY
NqHHfy9XJyAlyCcSZL931xVle6IFU99lDF6DDF+Jzkpsujdb09N5QtS6S/GPp2vd
vVbXont5RwKBgFH1JJwI5lrkQ0pRiFKnlqm6wrWfJsf7JT35tvZV5P3OfXJzkiqW
ydmvKICjCt1yFwDJqtCooed9zbitpsAK6HPpRyPw3e9PbEx6PJIAvlK8PujmcjCn
8tFbpbjzIWozjVNqcV1oZG4o+OR461CBnSaZYB9Ly+HPQWTh7crIrbY7AoGBAIiu
lRkoSL0SF3NuLVg0G3XO4MNJ+TP8L35qGrJ33jMO6Js5lDIEIHKfc2jgq6wMgRB8
oNxzUoeII4u1tO58i1phC8YjMxUHmbxuskr0GYyBdrhqdqQ0eEypnIexuuvi1Zjd
WIvOPFGBlXwqhq976jcYdsSiY1EE8VLb8I3VreGfAoGBAJ6sx44o+NvX35haHPJy
N91qScRk7dRboCnQf9A4yty7DIpzbwt47mFz2zjZuJHlglXyoZKBmJcyvkiVLmE6
yDBXzm7e7RQIETmFI2nk/kqJMXS88ycsDR5AAGYzRwhG8sBcsFqCNvhq9h9OoCIo
VA7xXV3BhKX3C2LnqsYwRPLe
-----END PRIVATE KEY-----`;
const otherCert = `-----BEGIN CERTIFICATE-----
MIIDITCCAgmgAwIBAgIUHeytOw5Zj0tK+Ef17nwqF0WiX28wDQYJKoZIhvcNAQEL
BQAwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEzMDEwNDExMVoYDzIxMjYx
MTA2MTA0MTExWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwggEiMA0GCSqGSIb3DQEB
AQUAA4IBDwAwggEKAoIBAQDAPzyoiLpNxxMXzR9IH/ym/tpQ4Huo/HWuE9Aq3yUH
ydiYR08LXI1d5++P8wyPYtoz9gMv4ezl3j9MHa8PN2AsyjiRa7VyQs1oJHHAe0JO
yCygrw2xgmSJ5kfbsdAG1KBAqL4udc3clN5jYelH6akWWHsGshvwOiHW63W9034g
ekIQStrqMmzfFx6A/nm8TRtOCwwybn0Qk+2u3mJCVGjPA8E+Nb97XSVbmDwAaNbv
H4GK8c8YovyIlpVshWVzR6D53lTKIhcbhSVtZm5/h6nZo/6lRSfNjSgQdSq+NzaS
Cx9O3LIJt6zhybxpQKAzHtyrw2CRYo8nhEJyYwWcCTxpAgMBAAGjaTBnMB0GA1Ud
DgQWBBToFkuO8M/A0FYXZJA/E31DqogvajAfBgNVHSMEGDAWgBToFkuO8M/A0FYX
ZJA/E31DqogvajAPBgNVHRMBAf8EBTADAQH/MBQGA1UdEQQNMAuCCWxvY2FsaG9z
dDANBgkqhkiG9w0BAQsFAAOCAQEAs/8GyMOqUlGqbupvcgsIQmarnN76ZTKERPr2
5KXSeQfqupqqGuaUkQR3sv+6pv+OjuDbaQXx7pNpkBqB5+9LxWxf3F2AMDjL0jJl
XT/rplAZPwLJMi7T0FUvw3VGh/Ot1HXSlM7kCdLYb3wrpmi+XmcZ94AHIzatqg79
z1z+Ul3LNDZdzwceLxY9OIL9+BNjDZbHs/mx4tsY/mJzh7K47EEwPq8oqHo7fJU/
BqETWKQ2znMebmWS4N5CPd12iwUQlxM/yBB8106Pv/kEPmtOJI97eoD/zh1uDCtU
tq6ss/TvyYY6og2k4Gx607I/ZKg8ooce2X+flIibsXdQb7vjTg==
-----END CERTIFICATE-----`;
// The first pair with the passphrase secret, the other one without.
const bundle = Buffer.from('MIIELAIBAzCCA+IGCSqGSIb3DQEHAaCCA9MEggPPMIIDyzCCAoIGCSqGSIb3DQEHBqCCAnMwggJvAgEAMIICaAYJKoZIhvcNAQcBMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAilwql8KlvDVgICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEKmmDD5P0eQ6FdHIKaFktAOAggIAlAVMD1VZ5z/qQWZUUnMgKFMZy1ZEcizEjAgZpcPN3J8HfzdVwYZAtaqRCtcRk1ZiAE9YmIr06m8KzlBlwuaksJMPZ9DQfaAimwHbii9AwmCypxpIyj9E7fXFatWo/U2XDz4LrLgbvmT+Be5yD5V+FS+qqS9wbidaDu7CJgMrBNcWhFqgDcu3GGC0FU7FV0+PZ+KG5zgR+zdsEAK/pHvtM5yyrlFW20zWuKXsQ6u2wvFeYExsBNmTtw5d68Hxos+SoCiCPanqEpqaxgPJXHrZB+oeD8LrYqgumHuvuv+eTCwF6nZTA8AEOy+1FLodeyP/W11E6dd4HQedVRFGw6WfwfKdxTdvFp/4YKQT1D51I9a5aIxpK/mOSZBiW0w5XxFZcJkRrYSyHPU0b9pVVBe+o6PDZxJPcp0gWw11sYxjdaPSDluVGUH9Mg6uKHEWDLeaq4XzOJgHqNcx9VCJCeXEu06bmDET4lSB53taEWHRi/Bs5pdFRlU/CUbt5VooFJGtff++5SkUMKqOZfyarRH0TIHTieIk+JqM+bjpRy0mUjcQDV+ikp1PBth8181q8ieMC+svcqgSGbnYqmp6KGKhK+sliT5aS+Lxm86CJNltPiLAJJO1UCQXqGTsBBbun9jUxul1oNeZzPSJY5wznqKfefoHZVHB3fvaNK6F2EKCXU8wggFBBgkqhkiG9w0BBwGgggEyBIIBLjCCASowggEmBgsqhkiG9w0BDAoBAqCB7zCB7DBXBgkqhkiG9w0BBQ0wSjApBgkqhkiG9w0BBQwwHAQIlfDk3kYOhYwCAggAMAwGCCqGSIb3DQIJBQAwHQYJYIZIAWUDBAEqBBDwRgm0q3KUNX3aPLE7p/01BIGQwW8UpFIPKvL4sZ69saAnLBYsQNKH4K1mJKGnDQIkY3pYlqqAXIHb//Qx8UiUMUH2SOlpOge5oThJZNHYtf3W/WhtLnF3sev7IXb6H71KmSxTcTHzqRx85LWb6pa9xtNLobgR+uYemAJ7hPVmdRL6svKZP+bwIwrzIVyAprtd7JjvVWxMhFvPMgXYb2eYizlBMSUwIwYJKoZIhvcNAQkVMRYEFJxlZV3PIFD4s57c/IP7hXKS4jRmMEEwMTANBglghkgBZQMEAgEFAAQgBu0sWHiwBKd5EJTfRxpRN9c4W4Ic94EwDzicYwFWBdMECGzLic/xPJpRAgIIAA==', 'base64');
const open = Buffer.from('MIIJ7wIBAzCCCaUGCSqGSIb3DQEHAaCCCZYEggmSMIIJjjCCBAIGCSqGSIb3DQEHBqCCA/MwggPvAgEAMIID6AYJKoZIhvcNAQcBMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAjM8b0R6tM6FQICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEOrXlpiHXZscObg0hKiyxCSAggOAsCXTeJaOJmJ5umKJxJOSMuUOCVw2rvXLvAo5xNNUhLsHaffBkjWiFQiqlFQcmWODfJ/bW1hLI3WsiRMAC4aH/1PRYPIz3OO5hSi0Im7p/tr+56qFCwtpsrULCkfCTviJd7c5ZcEIRKXwEqcifThQv0oY3rWDGwLTdj/oGgv40+CIrf9hnvoiVnNSdpa2L+sxp1PHVx14+2KjLO+NNP6wmom4PVUagsfIeU26/dyEkpewVYFatXc/ZyE3nMalLaxU1TL6XBNkoL18u2CpQaZXkMkKPeCCgTRCrTxlhpuWWDlNKyYilz3sl7BIrdoP7UfEuQSAq2sGU3f4g91kv8RQgz+HpRzJZtPT/dhfFOCRNiwravKddi3W3zTsAwcn3VJ10SYQFHiP7e4klCG5SQfG9u8xFI2FvsPITdCkjIyyjKYQgr2XiQcgYF4Pia9ahVsWik3gWOxsJNcYKZsTnrp6ckeSmTcwU0Ajp3jW/0K/gN1LwDMYK7hxMTnJQIs7Cf6GHctnAXrJnP0lEgr+88dTJNkypLG7KiJNLzkwkW7Te/cdgNQoNsAhf+ltAJ4q1gWWewPmtQLGkqJO8QGwZEwp8fTwaRGo684TreZSfdO5cHmTFUU6dV42Et7fww6KxbT5QsPbzEJh0MRD5INHl/1fS6gYyknmqTwBpgPY2hEi+eZg6cv2La+IjSwwBHSN4dzjf243sZ8MU5vYWRgX0Q/wkLKbMAS1lDIITdw7q0Q3r58nc9rIgCdxhgQfwIUL2n90TNB2HaXkATlLFNHjFF91Wz7pahHPcCnzSBmPNWlwpJToj5wzy5RIlVXVaik96KpRBmveERW3OwwdPO1pZj88e6B0I/by0D+Tm9knfsoH8l6BbQnmG0kUyP6/CbmNfQ11YS1UsFu0cSvQj2lgHxwK8D6pik42tysn44mMJPiMpfYpEdCiN9KOGc13rvqO5xnVIO9zwYK84OO9mNmPNWlLSKzCGkrl6kGbLwqUA282Ni9kPwL06zNA7Lrv70DbCeC/zuTUWbxrxqEeI62S2xtXAePktEX2YWS74VlG1s7Lo5iThFJuLOaI0/fo6HPZBxeQQ+XYb1DXa0xjvQYJ49ZB94Uzb6lm2IK7dxpiPlpmu8p8zWxYEyJWt8ydL7uvssqqE6aqkozYDEw94hTB9I+VoqBNDUikyO0P6TfF7eOBircwggWEBgkqhkiG9w0BBwGgggV1BIIFcTCCBW0wggVpBgsqhkiG9w0BDAoBAqCCBTEwggUtMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAi/erFg5kvNGQICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEGJVd60XpIA2nZ0dcY83ggoEggTQL+PkW4mGPTNC8FHqFgueY+VvUtXiMA10/om1LFEn6n2N+dWIxFSxmkt4bw7ihoBtRXa5LxLOyGtiXXuQwfwAtqCzd5E+9S1F+iXmMJUi8FcY44WZlqsGqG5Byi6PeClLBboY5rU98gtQetMXFGdQKsC+hZuTG0HzqAX9j2XUUuGhUo/0UKVHnhtSIyCia5q/+o1qpYMFUrs09TvXaTDuA+JSCc3BxKJYeXSt5f3ful0CLuQLAUWqmfBmQKvHRMSqtZgWbu7MobwUrpVsxI2nwuVaKWWHwDMZypirxdSrGZzQgGm/kp0Wdb82aexl0k9A1so8PKLecG2aLSSRYeYmvBox0GDAeZZeSYbzdb+/lvfi8MqFjRmf/Uh2G3IVp7RwS5FWHUJ8yRNkNJwBQGQhUJe4xcB4sFWwKk8e2YJL54VWT4iHfsEBSTKMXjEkHqVij0GuMMW+kEYCBBQAzvHP9D041XmxoWl6ZDXWdSEWyGVGLL14y2yb8MtzdpnXN7G8/ydOfE2RHNSO81YXGPaahrptcW2sBZn7qbnD6hZcY5WerYUGhs+hVZRTTEB22RAvQBWcIWITjT3Ou38pJhnu3KclGkXnHSQQ3rXD9GfeRH1z0UAHQSavbFiZnBnLE7oksrO5z1PjJYkneOUBQdeey00HGAadfk/JQh50OzvlnbEzquQvCRuAxg6VGP02btImh9016zSDFD57okA+KBmoqs9I4OOHcm795xsB0vQ06wwwgNGJkk2XoFwiYPRL9BdPNKagiVcHz4zwMtDPzLZKZfsBJVfX149S4ILyPkkGF/sSfDdHtoqxfMrWMCE2QXK8EQeEVnCoiO4qmCv1qakHLnQU44X3BIopihbw2ZptEH+RRfjf3/UCJ8fDoGYDy9/I9sRgesrns2CNzOyX3tHmxAO/aBMzleW5p5T7xU8BQn27/l0OsF7srNGow5JW+9QA3XQUispoD+o3Dnn2LJpTeZqB5HnRXPkoZsk4+UAkXKgURyuR1Mzh+PIARG9gChtxJJMtJi4S+vjEn+P5sIWw98/eQCtEgALbc8ILZywPqXP6EzLuxHleH/KOxYNWyT9f1W+GHzkBvJfLtmYGVvGd1M4Q4iy4o268YQRrVLHgsBpYXSuFaI2oHFwPd8OBTln9qstalhNzMCgsHn9LM4VqtqnCbZGf0bjtZu701lY3dDNAawG3KIrql95qJMxFunxLqg7sFIVgfjmcKXKvq/Up0F38BGfCtYS33mxVakXZrPT5oivieQnoicNm/O3b75e1C6kn1b0/G3/lJnwia303spRqlY654ik1Gax4Y7RpsmKl0bbpQhfdtlxfDZUkIEGpuqPNmq1/bE1dwd3d67prmxH0uAsgMSZXn4MJH4XiMhyiTg7QtBh8ldcanEoEo6t1grtqX1T4E0AZbzE3nxWrogLL+7RSNxAQCEOm760twmxF9QM4CB9H7eA3GJLwBXz2pLwacmmkTGYwAPpzjPZelXFapocByNGpWMLmCylX9P9b/EemAOmH5qbxb3N5yUQ8nfptgjbTKL2M/ich9iT/CM+wAa6odyNUkMidZC1Hgs9pfAkJhSVScAxXQ0Z+h5/caoVVSCxBQNttBV0Tozh4kGlCbRSxYlI6Qu8aSMMtecYxJTAjBgkqhkiG9w0BCRUxFgQUXM7OjiFzoCdwhc8End8aY3Giy6gwQTAxMA0GCWCGSAFlAwQCAQUABCAVjjUMyjGvNNMm9fhdiXsQ3PRz1H9Cie/KZV87TnhUCgQICIva0zHMN2YCAggA', 'base64');
const t = (f) => { try { const v = f(); return typeof v; } catch (e) { return e.name + ' ' + e.code + ': ' + e.message; } };
const pair = () => { const make = () => { const s = new Duplex({ read() { if (s.more) { const m = s.more; s.more = null; m(); } }, write(c, e, done) { if (!c.length) { process.nextTick(done); return; } s.other.push(c); s.other.more = done; }, final(done) { s.other.push(null); done(); } }); return s; }; const a = make(), b = make(); a.other = b; b.other = a; return [a, b]; };
const tell = (s) => [s.authorized, s.authorizationError, s.encrypted, s.getProtocol(), s.alpnProtocol, s.remoteAddress, s.getPeerCertificate().subject];
const talk = async (server, o) => { const s = tls.connect({ port: server.address().port, host: 'localhost', ca: [cert, otherCert], ...o }); try { await once(s, 'secureConnect'); } catch (e) { return e.code; } const out = tell(s); out.pop(); const { pubkey } = s.getPeerCertificate(); out.push(s.isSessionReused(), pubkey && pubkey.length > 100 ? 'RSA' : 'EC'); s.resume(); s.end(); await once(s, 'close'); return out; };
module.exports = (async () => {
  // Streams.
  for (const named of [false, true]) {
    const [a, b] = pair(), server = new tls.TLSSocket(b, { isServer: true, allowHalfOpen: true, key, cert, ...(named ? { SNICallback: (name, done) => { console.log('sni', name); done(null, tls.createSecureContext({ key, cert })); } } : null) }), client = tls.connect({ socket: a, ca: cert, servername: 'localhost', host: 'localhost' });
    client.write('early ');
    await once(client, 'secureConnect'); console.log(tell(client), server.encrypted);
    let text = ''; server.on('data', c => { text += c; }); let size = 0; client.on('data', c => { size += c.length; }); client.write('hello'); await new Promise(ok => setTimeout(ok, 100)); server.end(Buffer.alloc(300000, 'x')); await once(client, 'end'); console.log(text, size);
  }
  { const [a, b] = pair(); new tls.TLSSocket(b, { isServer: true, key, cert }).on('error', () => {}); const client = tls.connect({ socket: a, servername: 'localhost' }); const [e] = await once(client, 'error'); console.log(e.code); }
  { const [a, b] = pair(); const server = new tls.TLSSocket(b, { isServer: true, key, cert }); const client = tls.connect({ socket: a, rejectUnauthorized: false }); await once(client, 'secureConnect'); a.destroy(new Error('lost')); const [e] = await once(client, 'error'); console.log(e.message); server.on('error', () => {}).destroy(); }
  { const [a] = pair(); tls.connect({ socket: a }); } // which holds nothing
  // Bundles.
  for (const o of [{ pfx: bundle, passphrase: 'secret' }, { pfx: [{ buf: bundle, passphrase: 'secret' }] }, { pfx: open }, { pfx: [bundle], passphrase: 'secret' }]) {
    const server = tls.createServer(o, s => s.end('x')).listen(0); await once(server, 'listening'); console.log(await talk(server)); server.close();
    console.log(t(() => tls.createSecureContext(o)));
  }
  console.log([{ pfx: bundle, passphrase: 'wrong' }, { pfx: bundle }].map(o => [t(() => tls.createSecureContext(o)), t(() => tls.createServer(o))]), t(() => tls.createSecureContext({ pfx: 'sample' })), t(() => tls.createServer({ pfx: 'sample' })));
  const asks = tls.createServer({ key, cert, ca: cert, requestCert: true }, s => { console.log('client', s.authorized, s.getPeerCertificate().subject); s.end(); }).listen(0); await once(asks, 'listening'); console.log(await talk(asks, { pfx: bundle, passphrase: 'secret', maxVersion: 'TLSv1.2' })); asks.close();
  // Several certificates, in any order.
  const both = tls.createServer({ key: [key, otherKey], cert: [cert, otherCert], maxVersion: 'TLSv1.2' }, s => s.end()).listen(0); await once(both, 'listening');
  console.log((await talk(both)).slice(0, 4)); both.close();
  // Sessions.
  for (const maxVersion of ['TLSv1.2', 'TLSv1.3']) {
    const reused = [], server = tls.createServer({ key, cert, maxVersion }, s => { reused.push(s.isSessionReused()); s.end('x'); }).listen(0); await once(server, 'listening');
    const first = tls.connect({ port: server.address().port, ca: cert, host: 'localhost' }); let session; first.once('session', s => { session = s; }); first.resume(); await once(first, 'close');
    console.log(maxVersion, Buffer.isBuffer(session), await talk(server, { session }), await talk(server, {}), await talk(server, { session: Buffer.from('none') }), reused);
    const keys = server.getTicketKeys(); console.log(keys.length, t(() => server.setTicketKeys(keys)), t(() => server.setTicketKeys(Buffer.alloc(3))).endsWith('undefined'), server.getTicketKeys().equals(keys));
    const twin = tls.createServer({ key, cert, maxVersion, ticketKeys: keys }, s => s.end('x')).listen(0); await once(twin, 'listening'); console.log(await talk(twin, { session })); twin.close();
    server.setTicketKeys(Buffer.alloc(48, 1)); console.log(await talk(server, { session })); server.close();
  }
  const server = https.createServer({ key, cert }, (req, res) => res.end(String(req.socket.isSessionReused()))).listen(0); await once(server, 'listening');
  for (const o of [{}, { maxCachedSessions: 0 }]) {
    const agent = new https.Agent(o), seen = []; for (let i = 0; i < 3; i++) { const [res] = await once(https.get({ port: server.address().port, host: 'localhost', ca: cert, agent }), 'response'); let text = ''; for await (const c of res) { text += c; } seen.push(text); await new Promise(ok => setTimeout(ok, 20)); }
    console.log(agent.maxCachedSessions, seen);
  }
  server.close();
})();
