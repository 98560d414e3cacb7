package nedb

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"framework/engine/value"
)

const (
	key     = "_id" // of a record in the file, in addition to the model's primary key
	deleted = "$$deleted"
	date    = "$$date"
)

// Read returns the records that are left in a file, by the names of their
// columns, in the order in which they were made. A last line that is not whole
// was being written when the store was killed, and is no record.
func Read(file io.Reader) ([]*value.Map, error) {
	in := bufio.NewReader(file)
	var order []string
	records := map[string]*value.Map{}
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		last := err != nil
		v, broken := value.Parse(line)
		switch record, _ := v.(*value.Map); {
		case len(line) == 0 || broken != nil && last:
		case broken != nil:
			return nil, fmt.Errorf("line %d: %w", n, broken)
		case record == nil || !record.Has(key): // an index, say
		default:
			id := string(value.Append(nil, record.Value(key)))
			if record.Value(deleted) == true {
				delete(records, id)
				break
			}
			if _, known := records[id]; !known {
				order = slices.DeleteFunc(order, func(other string) bool { return other == id })
				order = append(order, id)
			}
			record.Delete(key)
			if whole, ok := revived(record).(*value.Map); ok { // a date is no record
				records[id] = whole
			}
		}
		if last {
			break
		}
	}
	var out []*value.Map
	for _, id := range order {
		if r := records[id]; r != nil {
			out = append(out, r)
		}
	}
	return out, nil
}

// revived is a value with the dates that it has.
func revived(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = revived(v[i])
		}
	case *value.Map:
		if at, ok := v.Value(date).(int64); ok && v.Len() == 1 {
			return time.UnixMilli(at).UTC()
		}
		for i := range v.Len() {
			_, member := v.At(i)
			v.SetAt(i, revived(member))
		}
	}
	return v
}
