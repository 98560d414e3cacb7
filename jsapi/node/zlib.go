package node

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"slices"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/dop251/goja"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	kzlib "github.com/klauspost/compress/zlib"

	"framework/jsapi/pace"
)

// maxInflated bounds the output of one call, in bytes. Streams have no bound,
// because they are read piece by piece.
const maxInflated = 1 << 30

// zlibFailure is an error as zlib of Node describes it.
type zlibFailure struct {
	code  string
	errno int
	text  string
}

func (e *zlibFailure) Error() string { return e.text }

// zlibError converts an error of a decoder to that of zlib.
func zlibError(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case err == nil:
		return nil
	case isFailure(err):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return &zlibFailure{"Z_BUF_ERROR", -5, "unexpected end of file"}
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, zlib.ErrHeader), errors.Is(err, kzlib.ErrHeader):
		return &zlibFailure{"Z_DATA_ERROR", -3, "incorrect header check"}
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, zlib.ErrChecksum), errors.Is(err, kzlib.ErrChecksum):
		return &zlibFailure{"Z_DATA_ERROR", -3, "incorrect data check"}
	case errors.Is(err, kzlib.ErrDictionary):
		return &zlibFailure{"Z_NEED_DICT", 2, "Missing dictionary"}
	case errors.As(err, &corrupt):
		return &zlibFailure{"Z_DATA_ERROR", -3, "invalid stored block lengths"}
	}
	return &zlibFailure{"ERR__ERROR_FORMAT", -1, "Decompression failed"}
}

func isFailure(err error) bool {
	_, ok := errors.AsType[*zlibFailure](err)
	return ok
}

// tooLarge is the failure of output that is longer than limit.
func tooLarge(limit int64) error {
	return &zlibFailure{"ERR_BUFFER_TOO_LARGE", 0, fmt.Sprintf("Cannot create a Buffer larger than %d bytes", limit)}
}

func (m *zlibModule) zlibFailure(err error) (goja.Value, bool) {
	e, ok := errors.AsType[*zlibFailure](err)
	if !ok {
		return nil, false
	}
	if e.errno == 0 {
		return m.errorWith("RangeError", e.code, "%s", e.text), true
	}
	o := m.errorWith("Error", e.code, "%s", e.text)
	_ = o.Delete("code") // errno comes first
	_ = o.Set("errno", e.errno)
	_ = o.Set("code", e.code)
	return o, true
}

// encoder is a compressor that writes to a buffer.
type encoder struct {
	format     string
	level      int
	dictionary []byte
	headed     bool // the head is written
	out        bytes.Buffer
	to         interface {
		io.WriteCloser
		Flush() error
	} // nil before the first piece
}

// smallLevel is the lowest level that packs small pieces, and pieces like earlier ones,
// as tightly as zlib: the faster ones look for matches in large pieces only.
const smallLevel = 7

// smallPiece is the size of data, in bytes, up to which it is packed at smallLevel.
const smallPiece = 8 << 10

// newEncoder makes a compressor with a level of zlib (-1 to 9) or brotli (0 to 11), and
// a dictionary or nil.
func newEncoder(format string, level int, dictionary []byte) (*encoder, error) {
	switch format {
	case "gzip", "deflate", "raw":
		if level < -1 || level > 9 {
			return nil, fmt.Errorf("zlib has no level %d: use -1 to 9", level)
		}
	case "brotli":
		if level < 0 || level > 11 {
			level = 11
		}
	default:
		return nil, fmt.Errorf("zlib has no format %s", format)
	}
	return &encoder{format: format, level: level, dictionary: dictionary}, nil
}

// open begins the output. The first piece of data says how large pieces are.
func (e *encoder) open(first []byte) (err error) {
	level := e.level
	if small := len(first) <= smallPiece || e.format == "raw"; small && level != 0 { // WebSockets flush raw messages one by one
		level = max(level, smallLevel)
	}
	switch e.format {
	case "gzip":
		e.to, err = gzip.NewWriterLevel(&e.out, level)
	case "deflate":
		e.to, err = kzlib.NewWriterLevelDict(&e.out, level, e.dictionary)
	case "raw":
		e.to, err = flate.NewWriterDict(&e.out, level, e.dictionary)
	case "brotli":
		e.to = brotli.NewWriterLevel(&e.out, e.level)
	}
	return err
}

// head writes the level that was asked for, and no time, into the head of the output.
func (e *encoder) head() {
	b := e.out.Bytes()
	switch e.format {
	case "gzip":
		clear(b[4:8]) // the time, which the writer takes from the first year
		if e.level == 0 || e.level == 1 {
			b[8] = 4
		}
	case "deflate":
		level := 2
		switch {
		case e.level == 0 || e.level == 1:
			level = 0
		case e.level >= 2 && e.level <= 5:
			level = 1
		case e.level > 6:
			level = 3
		}
		b[1] = b[1]&0x20 | byte(level)<<6
		b[1] += byte(31 - (int(b[0])<<8+int(b[1]))%31)
	}
}

// checkedPiece is how much is compressed between two checks of the context, in bytes.
const checkedPiece = 256 << 10

// step compresses data and returns the output so far; how is "", "flush" or "end".
func (e *encoder) step(ctx context.Context, data []byte, how string) ([]byte, error) {
	if e.to == nil {
		if err := e.open(data); err != nil {
			return nil, err
		}
	}
	check := pace.Check
	if e.format == "brotli" { // many that wait with their memory would take all there is
		check = context.Context.Err
	}
	var err error
	for piece := range slices.Chunk(data, checkedPiece) {
		if err = check(ctx); err == nil {
			_, err = e.to.Write(piece)
		}
		if err != nil {
			break
		}
	}
	if err == nil && how == "flush" {
		err = e.to.Flush()
	}
	if err == nil && how == "end" {
		err = e.to.Close()
	}
	if !e.headed && err == nil && e.out.Len() > 0 {
		e.headed = true
		e.head()
	}
	out := bytes.Clone(e.out.Bytes())
	e.out.Reset()
	return out, err
}

// newDecoder makes a reader for a format; auto is gzip or deflate, by the first byte.
func newDecoder(format string, dictionary []byte, in io.Reader) (io.Reader, error) {
	switch format {
	case "gzip":
		return newMembers(bufio.NewReader(in))
	case "deflate":
		r, err := kzlib.NewReaderDict(in, dictionary)
		if errors.Is(err, kzlib.ErrDictionary) && dictionary != nil {
			return nil, &zlibFailure{"Z_NEED_DICT", 2, "Bad dictionary"}
		}
		return r, err
	case "raw":
		return flate.NewReaderDict(in, dictionary), nil
	case "brotli":
		return brotliReader{brotli.NewReader(in)}, nil
	case "auto":
		b := bufio.NewReader(in)
		first, err := b.Peek(1)
		if err != nil {
			return nil, err
		}
		if first[0] == 0x1f {
			return newMembers(b)
		}
		return kzlib.NewReader(b)
	}
	return nil, fmt.Errorf("zlib has no format %s", format)
}

// brotliReader takes what follows the end for no fault, as the other formats do.
type brotliReader struct{ *brotli.Reader }

func (r brotliReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	if err != nil && err.Error() == "brotli: excessive input" { // it has no name there
		err = io.EOF
	}
	return n, err
}

// members reads the members of a gzip file one after the other. A zero after a member
// ends them: some archives are padded.
type members struct {
	in *bufio.Reader
	r  *gzip.Reader
}

func newMembers(in *bufio.Reader) (*members, error) {
	m := &members{in: in, r: new(gzip.Reader)}
	return m, m.open()
}

// open reads the header of a member.
func (m *members) open() error {
	for i, want := range []byte{0x1f, 0x8b, 8} { // it fails at the first wrong byte, but reads two at once
		head, err := m.in.Peek(max(i+1, 2))
		if err != nil {
			return err
		}
		switch {
		case head[i] == want:
		case i == 2:
			return &zlibFailure{"Z_DATA_ERROR", -3, "unknown compression method"}
		default:
			return gzip.ErrHeader
		}
	}
	if err := m.r.Reset(m.in); err != nil {
		return err
	}
	m.r.Multistream(false)
	return nil
}

func (m *members) Read(b []byte) (int, error) {
	n, err := m.r.Read(b)
	if !errors.Is(err, io.EOF) {
		return n, err
	}
	next, err := m.in.Peek(1)
	if err != nil {
		return n, err
	}
	if next[0] == 0 {
		return n, io.EOF
	}
	if err := m.open(); err != nil {
		if errors.Is(err, io.EOF) { // inside of a member
			err = io.ErrUnexpectedEOF
		}
		return n, err
	}
	return n, nil
}

// decoder decompresses piece by piece. It runs a reader as a coroutine that is
// suspended while it needs more input.
type decoder struct {
	mu    sync.Mutex // next and quit must not run at the same time
	input []byte
	ended bool
	next  func() (decoded, bool)
	quit  func()
}

type decoded struct {
	piece []byte
	ended bool // what was packed is complete, whatever follows
	err   error
}

// newStepDecoder makes a decoder for a format. The caller has to stop it.
func newStepDecoder(format string, dictionary []byte) *decoder {
	d := &decoder{}
	d.next, d.quit = iter.Pull(func(yield func(decoded) bool) {
		r, err := newDecoder(format, dictionary, &inputFeed{d, yield})
		for err == nil {
			b := make([]byte, maxPiece)
			var n int
			n, err = r.Read(b)
			if n > 0 && !yield(decoded{piece: b[:n:n]}) {
				return
			}
		}
		if errors.Is(err, errStopped) {
			return
		}
		if r != nil && errors.Is(err, io.EOF) {
			for yield(decoded{ended: true}) {
			}
			return
		}
		yield(decoded{err: zlibError(err)})
	})
	return d
}

var errStopped = errors.New("the decoder is no longer needed")

// inputFeed is the input of a decoder; it suspends the decoder when it is empty.
type inputFeed struct {
	d     *decoder
	yield func(decoded) bool
}

func (f *inputFeed) Read(b []byte) (int, error) {
	for len(f.d.input) == 0 {
		if f.d.ended {
			return 0, io.EOF
		}
		if !f.yield(decoded{}) {
			return 0, errStopped
		}
	}
	n := copy(b, f.d.input)
	f.d.input = f.d.input[n:]
	return n, nil
}

func (f *inputFeed) ReadByte() (byte, error) {
	var b [1]byte
	_, err := f.Read(b[:])
	return b[0], err
}

// step returns the next piece. An empty one means that the decoder needs more input
// or, after the end of the input, that it is done; then ended says whether it has all.
func (d *decoder) step() (piece []byte, ended bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	x, more := d.next()
	return x.piece, x.ended || !more && d.ended, x.err
}

// result is a step for JavaScript: null at the end.
func (d *decoder) result() (any, error) {
	b, ended, err := d.step()
	if ended || err != nil {
		return nil, err
	}
	if b == nil {
		b = []byte{}
	}
	return b, nil
}

func (d *decoder) stop() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.quit()
	return nil
}

// heldDecoder is a decoder that is stopped with its realm.
type heldDecoder struct {
	*decoder
	release func()
}

// packing are the options of one call.
type packing struct {
	level      int
	dictionary []byte
	limit      int64 // of the output, in bytes
	lenient    bool  // accept truncated input
}

// deflate compresses data.
func deflate(ctx context.Context, format string, data []byte, o packing) ([]byte, error) {
	e, err := newEncoder(format, o.level, o.dictionary)
	if err != nil {
		return nil, err
	}
	out, err := e.step(ctx, data, "end")
	if err == nil && int64(len(out)) > o.limit {
		return nil, tooLarge(o.limit)
	}
	return out, err
}

// inflate decompresses data.
func inflate(ctx context.Context, format string, data []byte, o packing) ([]byte, error) {
	r, err := newDecoder(format, o.dictionary, bytes.NewReader(data))
	var out []byte
	if err == nil {
		out, err = io.ReadAll(io.LimitReader(pace.Reader(ctx, r), o.limit+1))
	}
	if o.lenient && (errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)) {
		err = nil
	}
	if err != nil {
		return nil, zlibError(err)
	}
	if int64(len(out)) > o.limit {
		return nil, tooLarge(o.limit)
	}
	return out, nil
}

// zlibModule is the native part of zlib.
type zlibModule struct {
	*host
	open *resources
}

// zlibNatives are the native functions of zlib.js.
func (m *zlibModule) zlibNatives() map[string]any {
	rt := m.realm.Runtime()
	m.realm.OnError(m.zlibFailure)
	text := func(call goja.FunctionCall, i int) string { return call.Argument(i).String() }
	data := func(call goja.FunctionCall, i int) []byte { return bytes.Clone(m.bytes(call.Argument(i))) }
	dictionary := func(v goja.Value) []byte {
		if goja.IsNull(v) || goja.IsUndefined(v) {
			return nil
		}
		return bytes.Clone(m.bytes(v))
	}
	whole := func(pack func(ctx context.Context, format string, data []byte, o packing) ([]byte, error)) func(call goja.FunctionCall) work {
		return func(call goja.FunctionCall) work {
			format, b, given := text(call, 0), data(call, 1), call.Argument(2).ToObject(rt)
			o := packing{int(given.Get("level").ToInteger()), dictionary(given.Get("dictionary")), given.Get("maxOutputLength").ToInteger(), given.Get("lenient").ToBoolean()}
			if o.limit <= 0 || o.limit > maxInflated {
				o.limit = maxInflated
			}
			if m := m.realm.MemoryLimit(); m > 0 {
				o.limit = min(o.limit, m)
			}
			return func(ctx context.Context) (any, error) { return pack(ctx, format, b, o) }
		}
	}
	now := func(read func(call goja.FunctionCall) work) any {
		return func(call goja.FunctionCall) goja.Value {
			v, err := m.realm.RunSync(read(call))
			if err != nil {
				panic(m.realm.Error(err))
			}
			return m.realm.ToJS(v)
		}
	}
	after := func(read func(call goja.FunctionCall) work) any {
		return func(call goja.FunctionCall) goja.Value { return m.computeLater(call.Argument(3), read(call)) }
	}
	return map[string]any{
		"deflateSync": now(whole(deflate)), "inflateSync": now(whole(inflate)), "deflate": after(whole(deflate)), "inflate": after(whole(inflate)),
		"encoder": func(call goja.FunctionCall) goja.Value {
			e, err := newEncoder(text(call, 0), int(call.Argument(1).ToInteger()), dictionary(call.Argument(2)))
			if err != nil {
				panic(m.realm.Error(err))
			}
			return rt.ToValue(e)
		},
		"encode": func(call goja.FunctionCall) goja.Value {
			e, b, how := call.Argument(0).Export().(*encoder), data(call, 1), text(call, 2)
			return m.computeLater(call.Argument(3), func(ctx context.Context) (any, error) { return e.step(ctx, b, how) })
		},
		"encodeSync": now(func(call goja.FunctionCall) work {
			e, b, how := call.Argument(0).Export().(*encoder), data(call, 1), text(call, 2)
			return func(ctx context.Context) (any, error) { return e.step(ctx, b, how) }
		}),
		"decodeSync": now(func(call goja.FunctionCall) work {
			d := call.Argument(0).Export().(*heldDecoder)
			return func(context.Context) (any, error) { return d.result() }
		}),
		"decoder": func(call goja.FunctionCall) goja.Value {
			d := newStepDecoder(text(call, 0), dictionary(call.Argument(1)))
			release := m.open.add(d.stop)
			return rt.ToValue(&heldDecoder{d, release})
		},
		// feed adds input to a decoder, null at the end; decode returns the output, an empty piece when there is
		// no more, null when it has ended. left is how much of the input it has not read.
		"left": func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(len(call.Argument(0).Export().(*heldDecoder).input))
		},
		"feed": func(call goja.FunctionCall) goja.Value {
			d := call.Argument(0).Export().(*heldDecoder)
			if goja.IsNull(call.Argument(1)) {
				d.ended = true
			} else {
				d.input = data(call, 1)
			}
			return goja.Undefined()
		},
		"decode": func(call goja.FunctionCall) goja.Value {
			d := call.Argument(0).Export().(*heldDecoder)
			return m.computeLater(call.Argument(1), func(context.Context) (any, error) { return d.result() })
		},
		"stop": func(call goja.FunctionCall) goja.Value {
			d := call.Argument(0).Export().(*heldDecoder)
			d.release()
			return m.later(call.Argument(1), func() (any, error) { return nil, d.stop() })
		},
		"crc32": func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(crc32.Update(uint32(call.Argument(1).ToInteger()), crc32.IEEETable, m.bytes(call.Argument(0))))
		},
	}
}
