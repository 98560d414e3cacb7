// Package describe holds what the code of a loaded project offers, as plain data: helpers,
// actions with their inputs, services, own functions of models, views.
package describe
