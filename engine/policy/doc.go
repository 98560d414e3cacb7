// Package policy reads config/policies.js and determines which policies run
// before which action.
package policy
