package sockets

// Emitted is an event that was emitted to sockets of this node. It must not be changed.
type Emitted struct {
	Namespace, Event string
	Args             []any
	Rooms            []string // nil for all sockets, or for one of them
	Sockets          []string // ids of those that were sent it
}

// Tap has fn called for each event that is emitted from now on, on the goroutine that emits
// it; nil ends that. Nothing is collected while there is none.
func (h *Hub) Tap(fn func(e Emitted)) {
	if fn == nil {
		h.tap.Store(nil)
		return
	}
	h.tap.Store(&fn)
}

// emitted calls the function of Tap; sockets is called only if there is one.
func (h *Hub) emitted(namespace, event string, args []any, rooms []string, sockets func() []string) {
	if fn := h.tap.Load(); fn != nil {
		(*fn)(Emitted{Namespace: namespace, Event: event, Args: args, Rooms: rooms, Sockets: sockets()})
	}
}
