package wasm

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/tetratelabs/wazero/api"
)

// Sections of a binary module.
const (
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	tableSection    = 4
	memorySection   = 5
	globalSection   = 6
	exportSection   = 7
	elementSection  = 9
	codeSection     = 10
)

const funcref = 0x70

// given is the name under which imports other than functions are provided: see
// parse.
const given = "x"

func magic() []byte { return []byte{0, 'a', 's', 'm', 1, 0, 0, 0} }

// extern is an import or an export of a module.
type extern struct {
	module, name string
	kind         api.ExternType
	// typ is the type of an imported global and of the elements of a table.
	typ     api.ValueType
	mutable bool
	index   uint32 // of an export, among those of its kind
}

// layout is what a module imports and exports, in its own order.
type layout struct {
	imports, exports []extern
	tables           []api.ValueType // of elements
	types            []signature
}

// imported are the imports of a kind: they come first among its indexes.
func (l *layout) imported(kind api.ExternType) []int {
	var list []int
	for i := range l.imports {
		if l.imports[i].kind == kind {
			list = append(list, i)
		}
	}
	return list
}

// parse reads the imports and exports of a module and renames the imports for
// the linker, which knows modules by name only: import number n becomes "x" of
// the module "n", a function "n", so that each can come from a place of its own.
func parse(source []byte) (*layout, []byte, error) {
	if !bytes.HasPrefix(source, magic()) {
		return nil, nil, errors.New("expected magic word 00 61 73 6d and version 01 00 00 00")
	}
	out := magic()
	l := &layout{}
	r := &reader{rest: source[len(out):]}
	for len(r.rest) > 0 && r.err == nil {
		id := r.byte()
		payload := r.take(int(r.number()))
		if r.err != nil {
			break
		}
		s := &reader{rest: payload}
		switch id {
		case typeSection:
			l.types = readTypes(s)
		case importSection:
			payload = l.readImports(s)
		case tableSection:
			for range s.number() {
				l.tables = append(l.tables, s.byte())
				s.limits()
				if s.err != nil {
					break
				}
			}
		case exportSection:
			l.readExports(s)
		}
		if s.err != nil {
			return nil, nil, fmt.Errorf("section %d: %w", id, s.err)
		}
		out = section(out, id, payload)
	}
	return l, out, r.err
}

func (l *layout) readImports(s *reader) []byte {
	n := s.number()
	renamed := binary.AppendUvarint(nil, uint64(n))
	for i := uint32(0); i < n && s.err == nil; i++ {
		e := extern{module: s.text(), name: s.text()}
		described := s.rest
		e.kind = s.byte()
		switch e.kind {
		case api.ExternTypeFunc:
			s.number()
		case api.ExternTypeTable:
			e.typ = s.byte()
			s.limits()
			l.tables = append(l.tables, e.typ)
		case api.ExternTypeMemory:
			s.limits()
		case api.ExternTypeGlobal:
			e.typ, e.mutable = s.byte(), s.byte() == 1
		default:
			s.fail(fmt.Errorf("import %d is of the unknown kind %d", i, e.kind))
		}
		l.imports = append(l.imports, e)
		number, name := strconv.FormatUint(uint64(i), 10), given
		if e.kind == api.ExternTypeFunc {
			name = number
		}
		renamed = named(named(renamed, number), name)
		renamed = append(renamed, described[:len(described)-len(s.rest)]...)
	}
	return renamed
}

func (l *layout) readExports(s *reader) {
	n := s.number()
	for i := uint32(0); i < n && s.err == nil; i++ {
		e := extern{name: s.text(), kind: s.byte(), index: s.number()}
		if e.kind == api.ExternTypeTable && int(e.index) < len(l.tables) {
			e.typ = l.tables[e.index]
		}
		if e.kind > api.ExternTypeGlobal {
			s.fail(fmt.Errorf("export %d is of the unknown kind %d", i, e.kind))
		}
		l.exports = append(l.exports, e)
	}
}

// kindName is what JavaScript calls a kind.
func kindName(kind api.ExternType) string {
	if kind == api.ExternTypeFunc {
		return "function"
	}
	return api.ExternTypeName(kind)
}

// providing is a module that defines one thing and exports it as "x".
func providing(id byte, kind api.ExternType, definition []byte) []byte {
	out := section(magic(), id, append([]byte{1}, definition...))
	return section(out, exportSection, append(named([]byte{1}, given), kind, 0))
}

// passing is a module that imports one thing as name of "m" and exports it
// as "x".
func passing(name string, kind api.ExternType, typ []byte) []byte {
	entry := append(named(named([]byte{1}, "m"), name), kind)
	out := section(magic(), importSection, append(entry, typ...))
	return section(out, exportSection, append(named([]byte{1}, given), kind, 0))
}

// passingFunctions is a module that imports functions of the module host, named
// by the numbers of imports, and exports them under the same names.
func passingFunctions(host string, offers []offer) []byte {
	types := binary.AppendUvarint(nil, uint64(len(offers)))
	imports, exports := bytes.Clone(types), bytes.Clone(types)
	for i, o := range offers {
		name := strconv.Itoa(o.of)
		types = append(types, o.encoded()...)
		imports = binary.AppendUvarint(append(named(named(imports, host), name), api.ExternTypeFunc), uint64(i))
		exports = binary.AppendUvarint(append(named(exports, name), api.ExternTypeFunc), uint64(i))
	}
	out := section(section(magic(), typeSection, types), importSection, imports)
	return section(out, exportSection, exports)
}

// bounds are limits in the binary format.
func bounds(low uint32, high *uint32) []byte {
	if high == nil {
		return binary.AppendUvarint([]byte{0}, uint64(low))
	}
	return binary.AppendUvarint(binary.AppendUvarint([]byte{1}, uint64(low)), uint64(*high))
}

func section(out []byte, id byte, payload []byte) []byte {
	out = binary.AppendUvarint(append(out, id), uint64(len(payload)))
	return append(out, payload...)
}

func named(out []byte, name string) []byte {
	return append(binary.AppendUvarint(out, uint64(len(name))), name...)
}

// signature is the type of a function.
type signature struct{ params, results string }

func (s signature) encoded() []byte {
	return append(named([]byte{0x60}, s.params), named(nil, s.results)...)
}

// readTypes reads the types of functions, as far as they are numbers.
func readTypes(s *reader) (list []signature) {
	for n := s.number(); n > 0 && s.err == nil; n-- {
		if s.byte() != 0x60 {
			return list // types beyond functions are not looked at
		}
		params := string(s.take(int(s.number())))
		list = append(list, signature{params, string(s.take(int(s.number())))})
	}
	return list
}

// reader reads the binary format; the first error stays.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.rest = nil
}

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.rest) {
		r.fail(errors.New("unexpected end"))
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) number() uint32 {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 || n > 5 || v > 1<<32-1 {
		r.fail(errors.New("a number is malformed"))
		return 0
	}
	r.rest = r.rest[n:]
	return uint32(v)
}

func (r *reader) text() string {
	b := r.take(int(r.number()))
	if !utf8.Valid(b) {
		r.fail(errors.New("a name is not UTF-8"))
	}
	return string(b)
}

func (r *reader) limits() {
	flag := r.byte()
	r.number()
	if flag&1 == 1 {
		r.number()
	}
}
