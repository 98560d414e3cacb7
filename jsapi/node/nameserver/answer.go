package nameserver

import (
	"encoding/binary"
	"strings"

	"golang.org/x/net/dns/dnsmessage"
)

// foreign says whether a message is the answer to another question: that of another
// client of this port, or a forged one. What cannot be read is none of these.
func (q *question) foreign(b []byte) bool {
	if len(b) < 2 {
		return false
	}
	if binary.BigEndian.Uint16(b) != q.id {
		return true
	}
	var p dnsmessage.Parser
	if _, err := p.Start(b); err != nil {
		return false
	}
	asked, err := p.Question()
	return err == nil && (asked.Type != q.kind || !strings.EqualFold(asked.Name.String(), q.name.String()))
}

// read returns the records of an answer, and whether it was cut off because of its size.
func (q *question) read(b []byte) (list []dnsmessage.Resource, cut bool, err error) {
	var p dnsmessage.Parser
	head, err := p.Start(b)
	if err != nil {
		return nil, false, retry{BadReply}
	}
	if head.Truncated && !q.tcp {
		return nil, true, nil
	}
	if err := p.SkipAllQuestions(); err != nil {
		return nil, false, retry{BadReply}
	}
	all, err := p.AllAnswers()
	if err != nil {
		return nil, false, retry{BadReply}
	}
	if f, ok := codes[head.RCode]; ok {
		return nil, false, f
	}
	for _, a := range all {
		if a.Header.Class == dnsmessage.ClassINET && (q.kind == dnsmessage.TypeALL || a.Header.Type == q.kind) {
			list = append(list, a)
		}
	}
	if len(list) == 0 {
		return nil, false, NoData
	}
	return list, false, nil
}

// The types of records that dnsmessage does not know.
const (
	TypeNAPTR dnsmessage.Type = 35
	TypeCAA   dnsmessage.Type = 257
)

// Authority is a record of type CAA: who may issue certificates.
type Authority struct {
	Critical   uint8
	Tag, Value string
}

// ReadAuthority reads the data of a record of type CAA.
func ReadAuthority(b []byte) (a Authority, err error) {
	if len(b) < 2 || len(b) < 2+int(b[1]) || b[1] == 0 {
		return a, BadReply
	}
	tag := 2 + int(b[1])
	return Authority{b[0], string(b[2:tag]), string(b[tag:])}, nil
}

// Pointer is a record of type NAPTR: a rule that leads from a name to others.
type Pointer struct {
	Order, Preference                   uint16
	Flags, Service, Regexp, Replacement string
}

// ReadPointer reads the data of a record of type NAPTR.
func ReadPointer(b []byte) (p Pointer, err error) {
	if len(b) < 4 {
		return p, BadReply
	}
	p.Order, p.Preference = binary.BigEndian.Uint16(b), binary.BigEndian.Uint16(b[2:])
	b = b[4:]
	for _, text := range []*string{&p.Flags, &p.Service, &p.Regexp} {
		if *text, b, err = counted(b); err != nil {
			return p, err
		}
	}
	labels := []string{}
	for { // the standard allows no compression here
		label, rest, err := counted(b)
		if err != nil || len(label) > 63 {
			return p, BadReply
		}
		if b = rest; label == "" {
			break
		}
		labels = append(labels, label)
	}
	p.Replacement = strings.Join(labels, ".")
	return p, nil
}

// counted reads a text behind its length.
func counted(b []byte) (text string, rest []byte, err error) {
	if len(b) == 0 || len(b) < 1+int(b[0]) {
		return "", nil, BadReply
	}
	n := 1 + int(b[0])
	return string(b[1:n]), b[n:], nil
}
