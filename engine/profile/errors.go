package profile

import (
	"errors"

	"framework/engine/config"
	"framework/engine/project"
	"framework/engine/value"
)

// ErrorMembers are the members that JavaScript finds in the error of a lift: code, and for an
// action that is there twice its identity.
func (p Release) ErrorMembers(err error) *value.Map {
	if p.ErrorCodes == nil {
		return value.New(0)
	}
	if twice, ok := errors.AsType[*project.DuplicateError](err); ok && twice.Kind == "action" {
		return value.Of("code", "E_CONFLICT", "identity", twice.Identity)
	}
	if about, ok := errors.AsType[interface {
		error
		Setting() string
	}](err); ok {
		if code := p.ErrorCodes.Of(about.Setting()); code != "" {
			return value.Of("code", code)
		}
	}
	return value.New(0)
}

// modernCodes are those of 1.x, which the errors of earlier releases do not have.
func modernCodes() config.Codes {
	return config.Codes{
		"blueprints.jsonp":      "E_JSONP_UNSUPPORTED",
		"environment":           "E_INVALID_NODE_ENV",
		"globals":               "E_BAD_GLOBAL_CONFIG",
		"http":                  "E_INVALID_HTTP_CONFIG",
		"http.trustProxy":       "E_HTTP_BAD_TRUSTPROXY",
		"policies":              "E_INVALID_POLICY_CONFIG",
		"port":                  "E_PORT_BUSY",
		"routes.cors":           "E_BAD_ORIGIN_CONFIG",
		"security":              "E_INVALID_SECURITY_CONFIG",
		"session":               "E_INVALID_SESSION_CONFIG",
		"session.cookie.secure": "E_SESSION_BAD_COOKIE_SECURE",
		"ssl":                   "E_INVALID_SSL_CONFIG",
		"views":                 "E_INVALID_VIEW_CONFIG",
	}
}
