package doctor

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"framework/jsapi/node"
)

// assigned is the name that a module is given where it is required, before the quote
// of its name: const x = require(, import x from, import * as x from.
var assigned = regexp.MustCompile(`(?:([\w$]+)\s*=\s*require\s*\(\s*|import\s+(?:\*\s*as\s+)?([\w$]+)\s+from\s*)$`)

// taken are the members that are taken out of a module where it is required.
var taken = regexp.MustCompile(`\{([^{}]*)\}\s*(?:=\s*require\s*\(\s*|from\s*)$`)

// coreMembers tells where the project's code calls functions of Node that fail.
func (e *examination) coreMembers() {
	for _, s := range e.scripts {
		for _, q := range s.requirements() {
			module := strings.TrimPrefix(q.name, "node:")
			support, _ := node.Supported(module)
			for _, member := range slices.Sorted(maps.Keys(support.Failing)) {
				for _, at := range s.calls(q, member) {
					e.add(Finding{
						Topic: CoreModules, Level: Differs, What: fmt.Sprintf("%s.%s fails when it is called", module, member),
						File: s.rel, Line: s.line(at), Do: support.Failing[member],
					})
				}
			}
		}
	}
}

// calls are the places where a member of a required module is called.
func (s *source) calls(q requirement, member string) []int {
	before := s.code[:q.at]
	find := func(pattern string) []int {
		var out []int
		for _, m := range regexp.MustCompile(`(?:^|[^\w$.])(`+pattern+`\s*\()`).FindAllStringSubmatchIndex(s.code, -1) {
			out = append(out, m[2])
		}
		return out
	}
	member = quoteMeta(member)
	if m := assigned.FindStringSubmatch(before); m != nil {
		return find(quoteMeta(m[1]+m[2]) + `\s*\.\s*` + member)
	}
	if m := taken.FindStringSubmatch(before); m != nil && regexp.MustCompile(`(?:^|[\s,])`+member+`(?:[\s,]|$)`).MatchString(m[1]) {
		return find(member)
	}
	if regexp.MustCompile(`^['"]\s*['"]\s*\)\s*\.\s*` + member + `\s*\(`).MatchString(s.code[q.at:]) {
		return []int{q.at}
	}
	return nil
}

func quoteMeta(text string) string { return regexp.QuoteMeta(text) }
