package doctor

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"framework/jsapi/node"
)

// coreMembers adds findings where the project's code calls functions of Node that fail.
func (e *examination) coreMembers() {
	for _, s := range e.scripts {
		for _, q := range s.Requirements() {
			module := strings.TrimPrefix(q.Name, "node:")
			support, _ := node.Supported(module)
			for _, member := range slices.Sorted(maps.Keys(support.Failing)) {
				for _, p := range s.Calls(q, member) {
					e.add(Finding{
						Topic: CoreModules, Level: Differs, What: fmt.Sprintf("%s.%s fails when it is called", module, member),
						Place: at(s, p), Do: support.Failing[member],
					})
				}
			}
		}
	}
}
