// A server on Node with connect-mongo, which has sessions in the same collection.
// node peer.js ADDRESS OPTIONS: reads commands from the command line, one JSON list each.
'use strict'
const session = require('express-session')
const [address, options, ...commands] = process.argv.slice(2)
const Store = require('connect-mongo')(session)
const store = new Store(Object.assign({ url: address }, JSON.parse(options)))

const call = (method, ...args) => new Promise((resolve, reject) => {
  store[method](...args, (err, result) => err ? reject(err) : resolve(result))
})

;(async () => {
  for (const text of commands) {
    const [method, ...args] = JSON.parse(text)
    const result = await call(method, ...args)
    console.log(JSON.stringify(result === undefined ? null : result))
  }
  await store.close()
})().catch(err => { console.error(err); process.exit(1) })
