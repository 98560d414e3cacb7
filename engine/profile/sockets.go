package profile

// Sockets are the what sockets show of a release.
type Sockets struct {
	// Rooms is what socket.rooms is: "array", "object" or "set".
	Rooms string
	// TypedArrays are sent as bytes (1.x); before, only Buffers and ArrayBuffers
	// are, and a typed array is an object of its elements.
	TypedArrays bool
	// AddressObject: handshake.address has an address and a port (0.10).
	AddressObject bool
	// CookieRequired: authorization true lets only clients with a session in
	// (0.10); later it means nothing.
	CookieRequired bool
	// CookieType is the content type of the script at /__getcookie.
	CookieType string
	// ErrorObjects: clients of Socket.IO 1 and 2 get objects where a namespace
	// does not exist (1.5).
	ErrorObjects bool
	// OriginsRequired: in production the project says who may connect (1.x).
	OriginsRequired bool
}

func classicSockets(release string) Sockets {
	v10 := release == "0.10"
	rooms := "object"
	if v10 {
		rooms = "array"
	}
	return Sockets{Rooms: rooms, CookieType: "text/html; charset=utf-8", AddressObject: v10, CookieRequired: v10}
}

func modernSockets() Sockets {
	return Sockets{Rooms: "set", TypedArrays: true, CookieType: "application/javascript; charset=utf-8", OriginsRequired: true, ErrorObjects: true}
}
