const Joi = require('joi');
const schema = Joi.object({ name: Joi.string().min(2).required(), email: Joi.string().email(), age: Joi.number().integer().min(0).default(1), tags: Joi.array().items(Joi.string()) });
assert.deepStrictEqual(schema.validate({ name: 'ann', age: '5', tags: ['x'] }).value, { name: 'ann', age: 5, tags: ['x'] });
assert.strictEqual(schema.validate({ name: 'a' }).error.message, '"name" length must be at least 2 characters long');
assert.strictEqual(schema.validate({ name: 'ann', email: 'no' }).error.details[0].type, 'string.email');
assert.strictEqual((await schema.validateAsync({ name: 'bob' })).age, 1);
