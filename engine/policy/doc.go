// Package policy reads config/policies.js and says which policies stand in
// front of which action.
package policy
