package node

import (
	"reflect"
	"testing"
)

func TestProcessors(t *testing.T) {
	const info = "processor\t: 0\nmodel name\t: A CPU @ 2.60GHz\ncpu MHz\t\t: 2599.998\n\nprocessor\t: 1\nmodel name\t: A CPU @ 2.60GHz\ncpu MHz\t\t: 1200.5\n"
	const stat = "cpu  30 4 6 80 10 2 0 0 0 0\ncpu0 10 1 2 30 5 1 9 0 0 0\ncpu1 20 3 4 50 5 1 0 0 0 0\nintr 12 3\n"
	want := []processor{
		{model: "A CPU @ 2.60GHz", speed: 2599, user: 100, nice: 10, sys: 20, idle: 300, irq: 10},
		{model: "A CPU @ 2.60GHz", speed: 1200, user: 200, nice: 30, sys: 40, idle: 500, irq: 10},
	}
	if got := processors(info, stat, "x64", 2); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
	if got := processors(info, stat, "x64", 1); !reflect.DeepEqual(got, want[:1]) {
		t.Errorf("one: got %+v", got)
	}
	if got := processors("", "", "x64", 1); !reflect.DeepEqual(got, []processor{{model: "x64"}}) {
		t.Errorf("a system without these files: got %+v", got)
	}
	if got := processors("garbage", "cpu0 a b c d e f\n", "x64", 1); !reflect.DeepEqual(got, []processor{{model: "x64"}}) {
		t.Errorf("garbage: got %+v", got)
	}
}
