// Package engineio is the server of Engine.IO revisions 3 and 4: connections
// that carry messages both ways over WebSocket or long-polling, whichever the
// client gets through, and that detect when the other side is gone.
//
// The rules are those of https://github.com/socketio/engine.io-protocol; where
// clients of older releases differ, a comment in the code describes it.
package engineio
