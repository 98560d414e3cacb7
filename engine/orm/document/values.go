package document

import (
	"encoding/hex"
	"strconv"

	"framework/engine/value"
)

// ObjectID is the key that MongoDB makes for a document. In JSON it is text of 24
// hexadecimal digits.
type ObjectID [12]byte

// ParseObjectID parses 24 hexadecimal digits.
func ParseObjectID(text string) (id ObjectID, ok bool) {
	if len(text) != 2*len(id) {
		return id, false
	}
	_, err := hex.Decode(id[:], []byte(text))
	return id, err == nil
}

// Hex returns the 24 digits.
func (id ObjectID) Hex() string { return hex.EncodeToString(id[:]) }

// PlainJSON implements value.Plainer.
func (id ObjectID) PlainJSON() any { return id.Hex() }

// AppendJSON implements value.Appender.
func (id ObjectID) AppendJSON(dst []byte, _, _ string) []byte { return value.Append(dst, id.Hex()) }

// Long is a whole number that JavaScript cannot hold exactly, or that code has marked
// as one of 64 bits.
type Long int64

// PlainJSON implements value.Plainer.
func (v Long) PlainJSON() any { return int64(v) }

// Double is a number that stays a floating point number where it is whole.
type Double float64

// PlainJSON implements value.Plainer.
func (v Double) PlainJSON() any { return value.PlainNumber(float64(v)) }

// Decimal is the text of a Decimal128.
type Decimal string

// PlainJSON implements value.Plainer.
func (v Decimal) PlainJSON() any { return value.Of("$numberDecimal", string(v)) }

// Binary is bytes with the subtype of BSON.
type Binary struct {
	Subtype byte
	Data    []byte
}

// PlainJSON implements value.Plainer.
func (v Binary) PlainJSON() any { return value.Plain(v.Data) }

// Regexp is a regular expression of PCRE, as BSON has it.
type Regexp struct{ Pattern, Options string }

// PlainJSON implements value.Plainer: JSON of JavaScript has no regular expressions.
func (Regexp) PlainJSON() any { return value.New(0) }

// Timestamp is the internal time stamp of MongoDB.
type Timestamp struct{ Seconds, Increment uint32 }

// PlainJSON implements value.Plainer.
func (v Timestamp) PlainJSON() any {
	return strconv.FormatUint(uint64(v.Seconds)<<32|uint64(v.Increment), 10)
}

// Code is JavaScript for the server.
type Code string

// PlainJSON implements value.Plainer.
func (v Code) PlainJSON() any { return value.Of("code", string(v)) }

// MinKey comes before all values, MaxKey after them.
type (
	MinKey struct{}
	MaxKey struct{}
)

// PlainJSON implements value.Plainer.
func (MinKey) PlainJSON() any { return value.New(0) }

// PlainJSON implements value.Plainer.
func (MaxKey) PlainJSON() any { return value.New(0) }

// AppendJSON implements value.Appender.
func (v Long) AppendJSON(dst []byte, _, _ string) []byte { return value.Append(dst, v.PlainJSON()) }

// AppendJSON implements value.Appender.
func (v Double) AppendJSON(dst []byte, _, _ string) []byte { return value.Append(dst, v.PlainJSON()) }

// AppendJSON implements value.Appender.
func (v Decimal) AppendJSON(dst []byte, _, _ string) []byte { return value.Append(dst, v.PlainJSON()) }

// AppendJSON implements value.Appender.
func (v Binary) AppendJSON(dst []byte, _, _ string) []byte { return value.Append(dst, v.PlainJSON()) }

// AppendJSON implements value.Appender.
func (v Regexp) AppendJSON(dst []byte, _, _ string) []byte { return value.Append(dst, v.PlainJSON()) }

// AppendJSON implements value.Appender.
func (v Timestamp) AppendJSON(dst []byte, _, _ string) []byte {
	return value.Append(dst, v.PlainJSON())
}

// AppendJSON implements value.Appender.
func (v Code) AppendJSON(dst []byte, _, _ string) []byte { return value.Append(dst, v.PlainJSON()) }

// AppendJSON implements value.Appender.
func (v MinKey) AppendJSON(dst []byte, _, _ string) []byte { return value.Append(dst, v.PlainJSON()) }

// AppendJSON implements value.Appender.
func (v MaxKey) AppendJSON(dst []byte, _, _ string) []byte { return value.Append(dst, v.PlainJSON()) }
