const request = require('supertest'), express = require('express');
const app = express();
app.use(express.json());
app.post('/echo', (req, res) => res.status(201).json(req.body));
await request(app).post('/echo').send({ a: 1 }).expect('Content-Type', /json/).expect(201, { a: 1 });
await request(app).get('/none').expect(404);
await assert.rejects(request(app).get('/none').expect(200).then(r => r), /expected 200 "OK", got 404 "Not Found"/);
