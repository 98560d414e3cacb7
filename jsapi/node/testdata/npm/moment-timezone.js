const moment = require('moment-timezone');
assert.strictEqual(moment.tz('2020-07-01 12:00', 'America/New_York').utc().format(), '2020-07-01T16:00:00Z');
assert.strictEqual(moment.utc('2020-01-01T00:00:00Z').tz('Europe/Berlin').format('HH:mm z'), '01:00 CET');
