package warnings

import (
	"framework/engine/cors"
	"framework/engine/csrf"
	"framework/engine/httpd"
	"framework/engine/problem"
)

// Rules are the settings and the policies of one release of Sails. Classic and Modern
// make them.
type Rules interface {
	// sections are the members of the configuration that guard routes, with their
	// settings.
	sections() []section
	// routeCORS are the settings of the key cors of a route.
	routeCORS() []string
	// policies are warnings about rules for actions that do not exist.
	policies(p *Project) []problem.Problem
}

// section is a member of the configuration. It is closed where nothing but its
// settings may stand there.
type section struct {
	path   string
	names  []string
	closed bool
}

// Classic are the rules of 0.10 to 0.12.
func Classic() Rules { return classic{} }

type classic struct{}

func (classic) sections() []section {
	return []section{{"csrf", csrf.SettingNames(), true}, {"cors", cors.SettingNames(), true}}
}

func (classic) routeCORS() []string { return cors.RouteSettingNames() }

// Modern are the rules of 1.x.
func Modern() Rules { return modern{} }

type modern struct{}

func (modern) sections() []section {
	return []section{
		{"security", httpd.SecuritySettingNames(), false},
		{"security.cors", cors.ModernSettingNames(), true},
	}
}

func (modern) routeCORS() []string { return cors.ModernRouteSettingNames() }
