package diskfile

import (
	"bytes"
	"errors"
	"fmt"
	"math"

	"framework/engine/orm"
	"framework/engine/value"
)

// File is the content of a file, by the names of tables.
type File map[string]Table

// Table is the content of one table.
type Table struct {
	// Records have the names of their columns; dates are texts.
	Records []*value.Map
	// Counters are the last numbers that the store has given, by column.
	Counters map[string]int64
}

// Read reads the text of a file. The store creates an empty one at its first lift.
func Read(text []byte) (File, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return File{}, nil
	}
	v, err := value.Parse(text)
	if err != nil {
		return nil, err
	}
	all, ok := v.(*value.Map)
	if !ok {
		return nil, errors.New("it holds no object")
	}
	out := File{}
	counters, _ := all.Value("counters").(*value.Map)
	data, _ := all.Value("data").(*value.Map)
	for name, list := range data.All() {
		members, ok := list.([]any)
		if !ok {
			return nil, fmt.Errorf("data.%s is no list", name)
		}
		table := Table{Counters: map[string]int64{}}
		for i, member := range members {
			record, ok := member.(*value.Map)
			if !ok {
				return nil, fmt.Errorf("data.%s[%d] is no object", name, i)
			}
			table.Records = append(table.Records, record)
		}
		last, _ := counters.Value(name).(*value.Map)
		for column, n := range last.All() {
			if n, ok := n.(int64); ok {
				table.Counters[column] = n
			}
		}
		out[name] = table
	}
	return out, nil
}

// Value converts a value of the file to the type of its attribute, as the store does
// when it reads the file: dates and binary data become what they were.
func Value(a *orm.Attribute, v any) any {
	if a.Kind == orm.KindBinary {
		if data, ok := binary(v); ok {
			return data
		}
		return v
	}
	cast := orm.Cast(a, v, orm.Switches{})
	if f, ok := cast.(float64); ok && math.IsNaN(f) {
		return nil
	}
	return cast
}

// binary reads the JSON of a Buffer: a list of its bytes, in an object since Node 0.12.
func binary(v any) ([]byte, bool) {
	if object, ok := v.(*value.Map); ok && object.Value("type") == "Buffer" {
		v = object.Value("data")
	}
	list, ok := v.([]any)
	if !ok {
		return nil, false
	}
	data := make([]byte, len(list))
	for i, member := range list {
		n, ok := member.(int64)
		if !ok || n < 0 || n > 255 {
			return nil, false
		}
		data[i] = byte(n)
	}
	return data, true
}
