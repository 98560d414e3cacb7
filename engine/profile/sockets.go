package profile

import "framework/engine/realtime"

func classicSockets(release string) realtime.Switches {
	v10 := release == "0.10"
	rooms := "object"
	if v10 {
		rooms = "array"
	}
	return realtime.Switches{
		Rooms: rooms, CookieType: "text/html; charset=utf-8", AddressObject: v10, CookieRequired: v10,
		Firehose: v10, RefuseUnknown: release == "0.11",
	}
}

func modernSockets() realtime.Switches {
	return realtime.Switches{Rooms: "set", TypedArrays: true, CookieType: "application/javascript; charset=utf-8", OriginsRequired: true, CookieNeedsHook: true, ErrorObjects: true}
}
