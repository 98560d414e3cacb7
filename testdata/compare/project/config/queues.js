// The other servers refuse no request, however long it has waited.
module.exports.http = { queueTime: 0 };
module.exports.script = { queueTime: 0 };
