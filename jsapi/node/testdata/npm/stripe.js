const http = require('http');
const server = http.createServer((req, res) => {
  let t = ''; req.on('data', c => { t += c; }).on('end', () => {
    res.setHeader('Content-Type', 'application/json');
    if (req.url === '/v1/charges/none') { res.statusCode = 404; res.end('{"error":{"type":"invalid_request_error","message":"No such charge","code":"resource_missing"}}'); return; }
    res.end(JSON.stringify({ id: 'ch_1', object: 'charge', sent: t, auth: req.headers.authorization }));
  });
});
await new Promise(ok => server.listen(0, '127.0.0.1', ok));
const Stripe = require('stripe'), stripe = (Stripe.default || Stripe)('sk_test', { host: '127.0.0.1', port: server.address().port, protocol: 'http', maxNetworkRetries: 0 });
const charge = await stripe.charges.create({ amount: 100, currency: 'eur', metadata: { a: 'b' } });
assert.deepStrictEqual([charge.id, charge.sent, charge.auth], ['ch_1', 'amount=100&currency=eur&metadata[a]=b', 'Bearer sk_test']);
await assert.rejects(stripe.charges.retrieve('none'), e => e.type === 'StripeInvalidRequestError' && e.statusCode === 404);
const header = stripe.webhooks.generateTestHeaderString({ payload: '{"id":"evt"}', secret: 'whsec' });
assert.strictEqual(stripe.webhooks.constructEvent('{"id":"evt"}', header, 'whsec').id, 'evt');
server.closeAllConnections();
await new Promise(ok => server.close(ok));
