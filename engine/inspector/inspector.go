package inspector

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"framework/jsapi/debug/protocol"
)

// Options say what clients are told.
type Options struct {
	// Address is the host and the port to listen on.
	Address string
	// Title names the project, URL is the address of its folder.
	Title, URL string
	Version    string // of the server
	// Say gets lines for the terminal. It may be called from any goroutine.
	Say func(line string)
}

// Inspector is a listener for clients. Its methods are safe for concurrent use.
type Inspector struct {
	opts   Options
	target *protocol.Target
	id     string // the path at which clients connect, which nobody can guess
	host   string // that Address names, "" for an address of IP
	ln     net.Listener
	server *http.Server
	ctx    context.Context
	cancel context.CancelFunc

	mu      sync.Mutex
	ended   bool
	clients sync.WaitGroup
	writers sync.WaitGroup // of what clients get
}

// Listen opens the port.
func Listen(ctx context.Context, target *protocol.Target, opts Options) (*Inspector, error) {
	ln, err := new(net.ListenConfig).Listen(ctx, "tcp", opts.Address)
	if err != nil {
		return nil, fmt.Errorf("the debugger cannot listen on %s: %w. Name another port: --inspect=127.0.0.1:9230", opts.Address, err)
	}
	i := &Inspector{opts: opts, target: target, id: newID(), ln: ln}
	if host, _, err := net.SplitHostPort(opts.Address); err == nil && net.ParseIP(host) == nil {
		i.host = host
	}
	i.ctx, i.cancel = context.WithCancel(context.WithoutCancel(ctx))
	i.server = &http.Server{Handler: i, ReadHeaderTimeout: 10 * time.Second, ErrorLog: log.New(io.Discard, "", 0)}
	go func() {
		if err := i.server.Serve(ln); err != nil && !errors.Is(err, http.ErrServerClosed) {
			opts.Say("The debugger does not listen any more: " + err.Error())
		}
	}()
	opts.Say("Debugger listening on " + i.URL()) // the words of Node, which editors look for
	if tcp, ok := ln.Addr().(*net.TCPAddr); ok && !tcp.IP.IsLoopback() {
		opts.Say("Warning: whoever reaches " + ln.Addr().String() + " can run code in this process. Let the debugger listen on 127.0.0.1, and reach it by way of ssh -L.")
	}
	return i, nil
}

// newID is a random UUID.
func newID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // it does not fail
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// Addr is where it listens.
func (i *Inspector) Addr() net.Addr { return i.ln.Addr() }

// URL is where clients connect.
func (i *Inspector) URL() string { return i.address("ws", i.ln.Addr().String()) }

func (i *Inspector) address(scheme, host string) string {
	return (&url.URL{Scheme: scheme, Host: host, Path: "/" + i.id}).String()
}

// Close frees the port, and disconnects the clients once they have got what there was to say.
func (i *Inspector) Close() error {
	i.Finish()
	err := i.server.Close()
	i.clients.Wait()
	return err
}

// Finish disconnects the clients once they have got what there was to say. A loop may call it
// before it ends the process: it does not wait for what clients ask of loops.
func (i *Inspector) Finish() {
	i.mu.Lock()
	i.ended = true
	i.mu.Unlock()
	i.cancel()
	i.writers.Wait()
}

// enter counts a client, unless the inspector has ended.
func (i *Inspector) enter() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.ended {
		return false
	}
	i.clients.Add(1)
	i.writers.Add(1)
	return true
}

// ServeHTTP says how to connect, and connects.
func (i *Inspector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !i.allowed(r.Host) {
		http.Error(w, "This address is not one of this machine.", http.StatusForbidden)
		return
	}
	switch path := strings.TrimSuffix(r.URL.Path, "/"); {
	case path == "/"+i.id:
		i.connect(w, r)
	case r.Method != http.MethodGet:
		http.Error(w, "WebSockets request was expected", http.StatusBadRequest)
	case path == "/json", path == "/json/list":
		answer(w, []map[string]string{i.description(r.Host)})
	case path == "/json/version":
		answer(w, map[string]string{"Browser": "framework/" + i.opts.Version, "Protocol-Version": "1.1"})
	default:
		http.Error(w, "WebSockets request was expected", http.StatusBadRequest)
	}
}

// description is that of the target in lists.
func (i *Inspector) description(host string) map[string]string {
	ws := i.address("ws", host)
	front := "devtools://devtools/bundled/js_app.html?experiments=true&v8only=true&ws=" + strings.TrimPrefix(ws, "ws://")
	return map[string]string{
		"description": "framework instance", "devtoolsFrontendUrl": front, "devtoolsFrontendUrlCompat": front,
		"id": i.id, "title": i.opts.Title, "type": "node", "url": i.opts.URL, "webSocketDebuggerUrl": ws,
	}
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	w.Header().Set("Cache-Control", "no-cache")
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // the client has gone
}

// allowed reports whether a request asks for an address, or for this machine, as in Node: the
// page of somebody whose name leads here must not read anything.
func (i *Inspector) allowed(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.Trim(name, "[]")
	if net.ParseIP(name) != nil || i.host != "" && strings.EqualFold(name, i.host) {
		return true
	}
	return strings.EqualFold(name, "localhost") || strings.EqualFold(name, "localhost6")
}
