package realtime

// Switches are the differences between the releases that sockets show; a profile
// fills them in.
type Switches struct {
	// Rooms is what socket.rooms is: "array", "object" or "set".
	Rooms string
	// TypedArrays are sent as bytes (1.x); before, only Buffers and ArrayBuffers
	// are, and a typed array is an object of its elements.
	TypedArrays bool
	// AddressObject: handshake.address has an address and a port (0.10).
	AddressObject bool
	// CookieRequired: authorization: true refuses clients without a session
	// (0.10); later it has no effect.
	CookieRequired bool
	// CookieType is the content type of the script at /__getcookie.
	CookieType string
	// ErrorObjects: clients of Socket.IO 1 and 2 get objects where a namespace
	// does not exist (1.5).
	ErrorObjects bool
	// CookieNeedsHook: /__getcookie answers where the package of sockets is listed (1.x).
	CookieNeedsHook bool
	// OriginsRequired: in production the project has to set who may connect
	// (1.x).
	OriginsRequired bool
	// Firehose: in development sockets can listen to all messages of models (0.10).
	Firehose bool
	// RefuseUnknown: sending to sockets that are not connected is an error (0.11).
	RefuseUnknown bool
}
