package socketio

import "iter"

// fewMost is how many entries few keeps in a list.
const fewMost = 8

// few is a map that takes little memory while it has few entries, as most sockets have: one namespace, some rooms.
// The zero few is empty.
type few[V any] struct {
	list []entry[V]
	many map[string]V // in place of the list, with more
}

type entry[V any] struct {
	name  string
	value V
}

func (f *few[V]) len() int { return len(f.list) + len(f.many) }

func (f *few[V]) get(name string) (value V, ok bool) {
	for i := range f.list {
		if f.list[i].name == name {
			return f.list[i].value, true
		}
	}
	value, ok = f.many[name]
	return value, ok
}

func (f *few[V]) set(name string, value V) {
	for i := range f.list {
		if f.list[i].name == name {
			f.list[i].value = value
			return
		}
	}
	if f.many == nil && len(f.list) < fewMost {
		f.list = append(f.list, entry[V]{name, value})
		return
	}
	if f.many == nil {
		f.many = make(map[string]V, len(f.list)+1)
		for _, e := range f.list {
			f.many[e.name] = e.value
		}
		f.list = nil
	}
	f.many[name] = value
}

func (f *few[V]) delete(name string) {
	delete(f.many, name)
	for i := range f.list {
		if f.list[i].name == name {
			last := len(f.list) - 1
			f.list[i], f.list[last] = f.list[last], entry[V]{}
			f.list = f.list[:last]
			break
		}
	}
	if f.len() == 0 {
		*f = few[V]{}
	}
}

// all are the entries, in no order. Until it ends nothing is set or deleted.
func (f *few[V]) all() iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, e := range f.list {
			if !yield(e.name, e.value) {
				return
			}
		}
		for name, value := range f.many {
			if !yield(name, value) {
				return
			}
		}
	}
}
