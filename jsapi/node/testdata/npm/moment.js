const moment = require('moment');
assert.strictEqual(moment.utc('2020-02-29T12:00:00Z').add(1, 'year').format('YYYY-MM-DD dddd'), '2021-02-28 Sunday');
assert.strictEqual(moment('01/02/2020', 'DD/MM/YYYY', true).month(), 1);
assert.strictEqual(moment.duration(90, 'minutes').humanize(), '2 hours');
assert.strictEqual(moment.utc(0).from(moment.utc(86400000)), 'a day ago');
